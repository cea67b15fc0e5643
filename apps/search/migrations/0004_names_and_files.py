"""What is named exactly is found by indexes; names with a typing error where the database knows trigrams."""

import django.db.models.functions.text
from django.db import migrations, models

# The extension is one that a database's owner may add.  Where it can't be had, names must be typed right: no reason to fail.
TRIGRAMS = """
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX passage_name_trigrams ON search_passage
        USING gin (LOWER(SUBSTRING(RIGHT(title, 500), '([^.#/]+)(?:#\\d+)?$')) gin_trgm_ops);
EXCEPTION
    WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
        RAISE NOTICE 'pg_trgm is not available: names with typing errors will not be found';
END $$
"""


class Migration(migrations.Migration):

    dependencies = [
        ('search', '0003_vectors'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='passage',
            index=models.Index(models.F('tenant'), django.db.models.functions.text.Lower(models.Func(django.db.models.functions.text.Right(models.F('title'), 500), models.Value('([^.#/]+)(?:#\\d+)?$'), function='SUBSTRING', output_field=models.TextField())), name='passage_name'),
        ),
        migrations.AddIndex(
            model_name='passage',
            index=models.Index(models.F('tenant'), django.db.models.functions.text.Lower(models.Func(django.db.models.functions.text.Right(models.F('path'), 500), models.Value('[^/]+$'), function='SUBSTRING', output_field=models.TextField())), name='passage_file'),
        ),
        migrations.RunSQL(TRIGRAMS, 'DROP INDEX IF EXISTS passage_name_trigrams'),
    ]
