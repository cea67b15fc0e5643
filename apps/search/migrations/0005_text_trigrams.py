"""Phrases and regular expressions are found without reading every text, where the database knows trigrams."""

from django.db import migrations

TRIGRAMS = """
DO $$ BEGIN
    IF EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') THEN
        CREATE INDEX passage_text_trigrams ON search_passage USING gin (text gin_trgm_ops);
    END IF;
END $$
"""


class Migration(migrations.Migration):

    dependencies = [
        ('search', '0004_names_and_files'),
    ]

    operations = [
        migrations.RunSQL(TRIGRAMS, 'DROP INDEX IF EXISTS passage_text_trigrams'),
    ]
