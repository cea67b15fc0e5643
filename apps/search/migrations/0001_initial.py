"""The index: passages, what they are found by, and what was asked."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import pgvector.django.halfvec
from django.conf import settings
from django.db import migrations, models

# The extension is one that a database's owner may add.  Where it can't be had, names must be typed right, and phrases and regular
# expressions read every text: no reason to fail.
TRIGRAMS = """
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX passage_name_trigrams ON search_passage
        USING gin (LOWER(SUBSTRING(RIGHT(title, 500), '([^.#/]+)(?:#\\d+)?$')) gin_trgm_ops);
    CREATE INDEX passage_text_trigrams ON search_passage USING gin (text gin_trgm_ops);
EXCEPTION
    WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
        RAISE NOTICE 'pg_trgm is not available: names with typing errors will not be found';
END $$
"""
# Postings are read as they are: they are no smaller when they are compressed, and slower to read.
UNCOMPRESSED = "ALTER TABLE search_termpostings ALTER COLUMN postings SET STORAGE EXTERNAL"


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('repos', '0001_initial'),
        ('tenants', '0003_spending'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='EmbeddingModel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=160, unique=True)),
                ('dimensions', models.PositiveIntegerField()),
            ],
            options={
                'verbose_name': 'embedding model',
                'verbose_name_plural': 'embedding models',
            },
        ),
        migrations.CreateModel(
            name='Passage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(editable=False, help_text='text_key of the anchor')),
                ('record', models.UUIDField(editable=False)),
                ('digest', models.UUIDField(editable=False)),
                ('anchor', models.TextField()),
                ('title', models.TextField(blank=True)),
                ('summary', models.TextField(blank=True)),
                ('text', models.TextField(blank=True)),
                ('path', models.TextField(blank=True)),
                ('line', models.PositiveIntegerField(default=0)),
                ('end_line', models.PositiveIntegerField(default=0)),
                ('kind', models.CharField(blank=True, max_length=20)),
                ('role', models.CharField(blank=True, max_length=20)),
                ('language', models.CharField(blank=True, max_length=40)),
                ('rank', models.FloatField(default=1)),
                ('tokens', models.PositiveIntegerField(default=0, help_text='lexical tokens')),
            ],
            options={
                'verbose_name': 'passage',
                'verbose_name_plural': 'passages',
            },
        ),
        migrations.CreateModel(
            name='IndexedSource',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source_type', models.CharField(max_length=20)),
                ('source', models.CharField(max_length=64)),
                ('commit_sha', models.CharField(blank=True, max_length=64)),
                ('indexer', models.CharField(blank=True, help_text='version of what made the passages', max_length=64)),
                ('passages', models.PositiveIntegerField(default=0)),
                ('tokens', models.BigIntegerField(default=0, help_text='lexical tokens of all passages')),
                ('vectors', models.PositiveIntegerField(default=0, help_text="passages with a vector of the team's current model")),
                ('generation', models.BigIntegerField(default=0)),
                ('indexed_at', models.DateTimeField(null=True)),
                ('repo', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='repos.repo')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'indexed source',
                'verbose_name_plural': 'indexed sources',
            },
        ),
        migrations.CreateModel(
            name='PassageTerms',
            fields=[
                ('passage', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='search.passage', verbose_name='passage')),
                ('length', models.PositiveIntegerField(verbose_name='length')),
                ('terms', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None, verbose_name='terms')),
                ('counts', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), size=None, verbose_name='counts')),
            ],
            options={
                'verbose_name': 'terms of a passage',
                'verbose_name_plural': 'terms of passages',
            },
        ),
        migrations.AddField(
            model_name='passage',
            name='indexed',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='search.indexedsource'),
        ),
        migrations.AddField(
            model_name='passage',
            name='tenant',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant'),
        ),
        migrations.CreateModel(
            name='PassageVector',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(editable=False)),
                ('vector', pgvector.django.halfvec.HalfVectorField()),
                ('indexed', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='search.indexedsource')),
                ('model', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='search.embeddingmodel')),
                ('passage', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='search.passage')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'vector of a passage',
                'verbose_name_plural': 'vectors of passages',
            },
        ),
        migrations.CreateModel(
            name='Question',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('door', models.CharField(choices=[('portal', 'portal'), ('api', 'API'), ('mcp', 'MCP')], default='portal', max_length=10)),
                ('token', models.CharField(blank=True, help_text='beginning of the access token that asked', max_length=40)),
                ('text', models.TextField()),
                ('scope', models.JSONField(blank=True, default=dict)),
                ('task', models.CharField(blank=True, max_length=20)),
                ('language', models.CharField(blank=True, max_length=10)),
                ('outcome', models.CharField(choices=[('open', 'being answered'), ('answered', 'answered'), ('unknown', 'not in the sources'), ('nothing', 'nothing found'), ('incomplete', 'incomplete'), ('refused', 'refused')], default='open', max_length=12)),
                ('reason', models.CharField(blank=True, max_length=60)),
                ('generator', models.CharField(blank=True, max_length=80)),
                ('answer', models.TextField(blank=True)),
                ('citations', models.JSONField(blank=True, default=list)),
                ('dropped', models.PositiveIntegerField(default=0, help_text='statements left out, since their citations did not hold')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'question',
                'verbose_name_plural': 'questions',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Feedback',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('verdict', models.CharField(choices=[('up', 'helpful'), ('down', 'not helpful')], max_length=4)),
                ('reason', models.TextField(blank=True, max_length=1000, verbose_name='reason')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('question', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='search.question')),
            ],
            options={
                'verbose_name': 'feedback',
                'verbose_name_plural': 'feedback',
            },
        ),
        migrations.CreateModel(
            name='SearchSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('boosts', models.JSONField(blank=True, default=dict, help_text='Weights of source types, like {"git": 0.7}.', verbose_name='boosts')),
                ('architecture_words', models.TextField(blank=True, help_text='One a line: questions with such a word are about the architecture.', verbose_name='architecture words')),
                ('tenant', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'search settings',
                'verbose_name_plural': 'search settings',
            },
        ),
        migrations.CreateModel(
            name='TermPostings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('term', models.BigIntegerField(verbose_name='term')),
                ('frequency', models.PositiveIntegerField(help_text='passages that have it', verbose_name='frequency')),
                ('postings', models.BinaryField(verbose_name='postings')),
                ('indexed', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='search.indexedsource')),
                ('tenant', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'postings of a term',
                'verbose_name_plural': 'postings of terms',
            },
        ),
        migrations.CreateModel(
            name='VectorIndex',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_current', models.BooleanField(default=False, verbose_name='current')),
                ('problem', models.TextField(blank=True)),
                ('model', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='search.embeddingmodel')),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
            ],
            options={
                'verbose_name': 'vector index',
                'verbose_name_plural': 'vector indexes',
            },
        ),
        migrations.CreateModel(
            name='Embedding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.UUIDField(editable=False)),
                ('vector', pgvector.django.halfvec.HalfVectorField()),
                ('made_at', models.DateTimeField(auto_now_add=True)),
                ('tenant', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant')),
                ('model', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='search.embeddingmodel')),
            ],
            options={
                'verbose_name': 'embedded text',
                'verbose_name_plural': 'embedded texts',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'model', 'key'), name='text_embedded_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='indexedsource',
            constraint=models.UniqueConstraint(fields=('tenant', 'source_type', 'source'), name='one_source_per_tenant'),
        ),
        migrations.AddField(
            model_name='passageterms',
            name='indexed',
            field=models.ForeignKey(db_constraint=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='search.indexedsource'),
        ),
        migrations.AddField(
            model_name='passageterms',
            name='tenant',
            field=models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tenants.tenant'),
        ),
        migrations.AddIndex(
            model_name='passage',
            index=models.Index(models.F('tenant'), django.db.models.functions.text.Lower(models.Func(django.db.models.functions.text.Right(models.F('title'), 500), models.Value('([^.#/]+)(?:#\\d+)?$'), function='SUBSTRING', output_field=models.TextField())), name='passage_name'),
        ),
        migrations.AddIndex(
            model_name='passage',
            index=models.Index(models.F('tenant'), django.db.models.functions.text.Lower(models.Func(django.db.models.functions.text.Right(models.F('path'), 500), models.Value('[^/]+$'), function='SUBSTRING', output_field=models.TextField())), name='passage_file'),
        ),
        migrations.AddIndex(
            model_name='passage',
            index=models.Index(models.F('tenant'), django.db.models.functions.comparison.Collate(django.db.models.functions.text.Left('path', 200), 'C'), name='passage_path'),
        ),
        migrations.AddConstraint(
            model_name='passage',
            constraint=models.UniqueConstraint(fields=('indexed', 'key'), name='anchor_per_source'),
        ),
        migrations.AddIndex(
            model_name='passagevector',
            index=models.Index(fields=['indexed', 'model'], name='vectors_of_source'),
        ),
        migrations.AddConstraint(
            model_name='passagevector',
            constraint=models.UniqueConstraint(fields=('passage', 'model'), name='one_vector_per_passage'),
        ),
        migrations.AddIndex(
            model_name='question',
            index=models.Index(fields=['tenant', 'user', '-id'], name='questions_of_user'),
        ),
        migrations.AddConstraint(
            model_name='feedback',
            constraint=models.UniqueConstraint(fields=('question', 'user'), name='one_feedback_per_reader'),
        ),
        migrations.AddConstraint(
            model_name='termpostings',
            constraint=models.UniqueConstraint(fields=('tenant', 'term', 'indexed'), include=('frequency',), name='postings_of_term'),
        ),
        migrations.AddConstraint(
            model_name='vectorindex',
            constraint=models.UniqueConstraint(fields=('tenant', 'model'), name='one_index_per_model'),
        ),
        migrations.AddConstraint(
            model_name='vectorindex',
            constraint=models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('tenant',), name='one_current_index'),
        ),
        migrations.RunSQL(TRIGRAMS, 'DROP INDEX IF EXISTS passage_name_trigrams, passage_text_trigrams'),
        migrations.RunSQL(UNCOMPRESSED, migrations.RunSQL.noop),
    ]
