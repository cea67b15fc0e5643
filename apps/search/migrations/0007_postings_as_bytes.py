"""Postings as bytes, which are read as they are: stored uncompressed, beside the row."""

from django.db import migrations, models

AS_BYTES = """
ALTER TABLE search_termpostings ADD COLUMN packed bytea;
UPDATE search_termpostings SET packed = (SELECT string_agg(int8send(p), '' ORDER BY p) FROM unnest(postings) AS p);
ALTER TABLE search_termpostings DROP COLUMN postings;
ALTER TABLE search_termpostings RENAME COLUMN packed TO postings;
ALTER TABLE search_termpostings ALTER COLUMN postings SET NOT NULL, ALTER COLUMN postings SET STORAGE EXTERNAL;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('search', '0006_terms'),
    ]

    operations = [
        migrations.RunSQL(
            AS_BYTES,
            migrations.RunSQL.noop,
            state_operations=[
                migrations.AlterField(model_name='termpostings', name='postings', field=models.BinaryField(verbose_name='postings')),
            ],
        ),
    ]
