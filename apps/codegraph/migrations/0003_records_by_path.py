import uuid

from django.db import migrations, models

NO_PATH = uuid.UUID("e3b0c442-98fc-1c14-9afb-f4c8996fb924")  # text_key("")


class Migration(migrations.Migration):
    """Edges are stored anew at the next sync, as no file has a record yet; the cache of readings fills again."""

    dependencies = [
        ('codegraph', '0002_details_of_capsules'),
        ('repos', '0001_initial'),
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL("DELETE FROM codegraph_fileanalysis", migrations.RunSQL.noop),
        migrations.RemoveField(
            model_name='fileanalysis',
            name='facts',
        ),
        migrations.AddField(
            model_name='fileanalysis',
            name='reading',
            field=models.BinaryField(default=b'', help_text='zlib-compressed MessagePack of a Reading'),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='edge',
            name='path_key',
            field=models.UUIDField(default=NO_PATH, editable=False),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name='sourcefile',
            name='record',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.RunSQL(migrations.RunSQL.noop, "DELETE FROM codegraph_fileanalysis"),
    ]
