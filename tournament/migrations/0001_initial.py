"""Everything of the first ten migrations, as one. The triggers come with the last one."""

import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    replaces = [
        ("tournament", "0001_the_nouns_of_a_tournament"),
        ("tournament", "0002_versions_and_journal_never_change"),
        ("tournament", "0003_player_import_ignored"),
        ("tournament", "0004_commitments_proofs_byes_and_wishes"),
        ("tournament", "0005_chained_journal"),
        ("tournament", "0006_second_looks_corrections_and_freezing"),
        ("tournament", "0007_commitments_for_neighbours"),
        ("tournament", "0008_second_looks_that_differed"),
        ("tournament", "0009_papers_at_the_desk"),
        ("tournament", "0010_commitments_and_draws_never_change"),
    ]

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Person',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('last_name', models.CharField(max_length=200, verbose_name='Last name')),
                ('first_name', models.CharField(blank=True, max_length=200, verbose_name='First name')),
                ('state', models.CharField(blank=True, max_length=60, verbose_name='Federal state')),
            ],
            options={
                'verbose_name': 'Person',
                'verbose_name_plural': 'People',
                'ordering': ['last_name', 'first_name'],
            },
        ),
        migrations.CreateModel(
            name='Pledge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('secret', models.CharField(max_length=64)),
                ('rounds', models.PositiveSmallIntegerField()),
                ('method', models.CharField(max_length=20)),
                ('neighbours_apart', models.BooleanField(default=False)),
                ('program_version', models.CharField(max_length=20)),
                ('program_code', models.CharField(max_length=64)),
                ('commitment', models.CharField(max_length=64, verbose_name='Commitment')),
                ('published_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name': 'Commitment',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'Account',
                'verbose_name_plural': 'Accounts',
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(blank=True, max_length=20, verbose_name='Club code')),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='Club')),
                ('state', models.CharField(blank=True, max_length=60, verbose_name='Federal state')),
            ],
            options={
                'verbose_name': 'Club',
                'verbose_name_plural': 'Clubs',
                'ordering': ['code', 'name'],
                'constraints': [models.UniqueConstraint(fields=('code', 'name'), name='club_once'), models.CheckConstraint(condition=models.Q(('code', ''), ('name', ''), _negated=True), name='club_has_code_or_name')],
            },
        ),
        migrations.CreateModel(
            name='Draw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('lot_number', models.PositiveBigIntegerField(blank=True, null=True, verbose_name='Number')),
                ('by_audience', models.BooleanField(default=False)),
                ('seed', models.CharField(max_length=200, verbose_name='Seed')),
                ('method', models.CharField(max_length=20, verbose_name='Way of drawing')),
                ('reason', models.TextField(blank=True, verbose_name='Reason')),
                ('quality', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pledge', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='draw', to='tournament.pledge')),
            ],
            options={
                'verbose_name': 'Draw',
                'verbose_name_plural': 'Draws',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Round')),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('first_closed_at', models.DateTimeField(blank=True, null=True)),
                ('draw', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='rounds', to='tournament.draw')),
            ],
            options={
                'verbose_name': 'Round',
                'verbose_name_plural': 'Rounds',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='GameTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='Table')),
                ('size', models.PositiveSmallIntegerField(verbose_name='Players')),
                ('code', models.CharField(max_length=2, verbose_name='Sheet code')),
                ('extra_minutes', models.PositiveSmallIntegerField(default=0, verbose_name='extra minutes')),
                ('extra_reason', models.CharField(blank=True, max_length=200, verbose_name='Reason')),
                ('extra_initials', models.CharField(blank=True, max_length=10, verbose_name='Initials')),
                ('received_at', models.DateTimeField(blank=True, null=True)),
                ('received_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournament.round')),
            ],
            options={
                'verbose_name': 'Table',
                'verbose_name_plural': 'Tables',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SheetVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='Version')),
                ('kind', models.CharField(choices=[('rows', 'all games'), ('totals', 'totals only')], max_length=10)),
                ('content', models.JSONField()),
                ('totals', models.JSONField()),
                ('accepted', models.JSONField(blank=True, default=list)),
                ('based_on', models.PositiveIntegerField(blank=True, null=True)),
                ('reason', models.TextField(blank=True, verbose_name='Reason')),
                ('submission', models.UUIDField(blank=True, null=True)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='versions', to='tournament.gametable')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'version of a score sheet',
                'verbose_name_plural': 'versions of score sheets',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='SecondLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('how', models.CharField(max_length=10)),
                ('reason', models.TextField(blank=True, verbose_name='Reason')),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='second_look', to='tournament.sheetversion')),
            ],
            options={
                'verbose_name': 'second look',
                'verbose_name_plural': 'second looks',
            },
        ),
        migrations.AddField(
            model_name='gametable',
            name='current_version',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='current_of', to='tournament.sheetversion'),
        ),
        migrations.CreateModel(
            name='DifferentLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('totals', models.JSONField()),
                ('content', models.JSONField(blank=True, null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='different_looks', to='tournament.sheetversion')),
            ],
            options={
                'verbose_name': 'second look that differed',
                'verbose_name_plural': 'second looks that differed',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='SignInLink',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('expires_at', models.DateTimeField()),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_in_links', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Sign-in link',
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='Short name')),
                ('name', models.CharField(max_length=200, verbose_name='Name')),
                ('date', models.DateField(blank=True, null=True, verbose_name='Date')),
                ('place', models.CharField(blank=True, max_length=200, verbose_name='Town')),
                ('state', models.CharField(blank=True, max_length=60, verbose_name='Federal state')),
                ('rounds_planned', models.PositiveSmallIntegerField(default=3, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(12)], verbose_name='Rounds')),
                ('games_four', models.PositiveSmallIntegerField(default=24, validators=[django.core.validators.MinValueValidator(4), django.core.validators.MaxValueValidator(60)], verbose_name='Games at a table of four')),
                ('games_five', models.PositiveSmallIntegerField(default=30, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(75)], verbose_name='Games at a table of five')),
                ('minutes_four', models.PositiveSmallIntegerField(default=100, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='Minutes at a table of four')),
                ('minutes_five', models.PositiveSmallIntegerField(default=125, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(600)], verbose_name='Minutes at a table of five')),
                ('draw_method', models.CharField(default='plan', max_length=20, verbose_name='Draw')),
                ('neighbours_apart', models.BooleanField(default=False, verbose_name='neighbours at registration apart')),
                ('tie_breaks', models.JSONField(blank=True, default=list, verbose_name='tie-breaks')),
                ('second_look', models.CharField(choices=[('none', 'nobody'), ('blind', 'the same person types the totals again, without seeing them'), ('person', 'a second person')], default='none', max_length=10, verbose_name='second look at results')),
                ('objections_until', models.DateTimeField(blank=True, null=True, verbose_name='objections until')),
                ('frozen_at', models.DateTimeField(blank=True, null=True)),
                ('frozen_checksum', models.CharField(blank=True, max_length=64, verbose_name='Checksum')),
                ('status', models.CharField(choices=[('preparation', 'in preparation'), ('running', 'running'), ('finished', 'finished')], default='preparation', max_length=20, verbose_name='Status')),
                ('is_example', models.BooleanField(default=False, editable=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'Tournament',
                'verbose_name_plural': 'Tournaments',
                'ordering': ['-date', 'name'],
                'constraints': [models.CheckConstraint(condition=models.Q(('rounds_planned__range', (1, 12))), name='tournament_rounds_1_to_12'), models.CheckConstraint(condition=models.Q(('status__in', ['preparation', 'running', 'finished'])), name='tournament_status_known')],
            },
        ),
        migrations.CreateModel(
            name='SealedStep',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('step', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sealed_steps', to='tournament.tournament')),
            ],
            options={
                'verbose_name': 'step of the proof',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='round',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournament.tournament'),
        ),
        migrations.AddField(
            model_name='pledge',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pledges', to='tournament.tournament'),
        ),
        migrations.CreateModel(
            name='PlayerImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file_name', models.CharField(max_length=255)),
                ('rows', models.JSONField(default=list)),
                ('ignored', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='tournament.tournament')),
            ],
            options={
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('direction', 'Tournament direction'), ('referee', 'Referee'), ('typist', 'Typist')], max_length=20)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='tournament.tournament')),
            ],
            options={
                'verbose_name': 'Role',
                'verbose_name_plural': 'Roles',
            },
        ),
        migrations.CreateModel(
            name='JournalHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entries', models.PositiveIntegerField(default=0)),
                ('seal', models.CharField(blank=True, max_length=64, verbose_name='Seal')),
                ('tournament', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='journal_head', to='tournament.tournament')),
            ],
            options={
            },
        ),
        migrations.CreateModel(
            name='JournalEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='Time')),
                ('action', models.CharField(max_length=40, verbose_name='what')),
                ('data', models.JSONField(default=dict)),
                ('seal', models.CharField(max_length=64, verbose_name='Seal')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='journal', to='tournament.tournament')),
            ],
            options={
                'verbose_name': 'Journal entry',
                'verbose_name_plural': 'Journal',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(validators=[django.core.validators.MinValueValidator(1)], verbose_name='Start number')),
                ('tags', models.JSONField(blank=True, default=list, verbose_name='Categories')),
                ('team', models.CharField(blank=True, max_length=100, verbose_name='Team')),
                ('fixed_table', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='Fixed table')),
                ('keeps_list', models.BooleanField(default=True, verbose_name='keeps the list')),
                ('fee_paid', models.BooleanField(default=False, verbose_name='Fee paid')),
                ('checked_in', models.BooleanField(default=False, verbose_name='Checked in')),
                ('status', models.CharField(choices=[('active', 'takes part'), ('unranked', 'plays, not ranked'), ('withdrawn', 'withdrawn'), ('disqualified', 'disqualified')], default='active', max_length=20, verbose_name='Status')),
                ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournament.club')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournament.person')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournament.tournament')),
            ],
            options={
                'verbose_name': 'Player',
                'verbose_name_plural': 'Players',
                'ordering': ['number'],
            },
        ),
        migrations.AddField(
            model_name='draw',
            name='tournament',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='tournament.tournament'),
        ),
        migrations.CreateModel(
            name='Penalty',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('row', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Game')),
                ('rule', models.CharField(max_length=10, verbose_name='Paragraph')),
                ('offender', models.PositiveSmallIntegerField(verbose_name='Position')),
                ('points', models.JSONField(verbose_name='Points')),
                ('initials', models.CharField(blank=True, max_length=10, verbose_name='Initials')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='What happened')),
                ('source', models.CharField(choices=[('referee', 'imposed by the referee'), ('sheet', 'on the score sheet')], default='referee', max_length=10)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='penalties', to='tournament.gametable')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Penalty',
                'verbose_name_plural': 'Penalties',
                'ordering': ['created_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('offender__range', (1, 5))), name='penalty_offender_1_to_5')],
            },
        ),
        migrations.CreateModel(
            name='Bye',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='byes', to='tournament.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='byes', to='tournament.round')),
            ],
            options={
                'verbose_name': 'Bye',
                'ordering': ['entry__number'],
                'constraints': [models.UniqueConstraint(fields=('round', 'entry'), name='bye_once_a_round')],
            },
        ),
        migrations.CreateModel(
            name='Adjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.SmallIntegerField(verbose_name='Points')),
                ('reason', models.TextField(verbose_name='Reason')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='adjustments', to='tournament.entry')),
                ('round', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='adjustments', to='tournament.round')),
            ],
            options={
                'verbose_name': 'deduction from the total',
                'verbose_name_plural': 'Deductions',
                'ordering': ['created_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('points__range', (-12, -1))), name='adjustment_1_to_12_off')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField(verbose_name='Position')),
                ('entry', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='tournament.entry')),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.round')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tournament.gametable')),
            ],
            options={
                'verbose_name': 'Seat',
                'verbose_name_plural': 'Seat list',
                'ordering': ['position'],
                'constraints': [models.UniqueConstraint(fields=('table', 'position'), name='seat_position_once'), models.UniqueConstraint(fields=('round', 'entry'), name='seat_player_once_a_round'), models.CheckConstraint(condition=models.Q(('position__range', (1, 5))), name='seat_position_1_to_5')],
            },
        ),
        migrations.CreateModel(
            name='SheetDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('rows', 'all games'), ('totals', 'totals only')], max_length=10)),
                ('content', models.JSONField(default=dict)),
                ('based_on', models.PositiveIntegerField(blank=True, null=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='drafts', to='tournament.gametable')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'unfinished score sheet',
                'verbose_name_plural': 'unfinished score sheets',
                'constraints': [models.UniqueConstraint(fields=('table', 'user'), name='draft_one_per_person')],
            },
        ),
        migrations.AddConstraint(
            model_name='sheetversion',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='version_number_once'),
        ),
        migrations.AddConstraint(
            model_name='sheetversion',
            constraint=models.UniqueConstraint(fields=('table', 'submission'), name='version_submitted_once'),
        ),
        migrations.AddConstraint(
            model_name='sheetversion',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['rows', 'totals'])), name='version_kind_known'),
        ),
        migrations.AddConstraint(
            model_name='sheetversion',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('based_on__isnull', True), ('number', 1)), ('based_on', django.db.models.expressions.CombinedExpression(models.F('number'), '-', models.Value(1))), _connector='OR'), name='version_follows_its_base'),
        ),
        migrations.AddConstraint(
            model_name='gametable',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='gametable',
            constraint=models.UniqueConstraint(fields=('round', 'code'), name='table_code_once'),
        ),
        migrations.AddConstraint(
            model_name='gametable',
            constraint=models.CheckConstraint(condition=models.Q(('size__in', [4, 5])), name='table_size_4_or_5'),
        ),
        migrations.AddConstraint(
            model_name='gametable',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='table_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='sealedstep',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='step_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), ('started_at__isnull', False), _connector='OR'), name='round_ended_was_started'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('ended_at__isnull', True), ('ended_at__gte', models.F('started_at')), _connector='OR'), name='round_ends_after_start'),
        ),
        migrations.AddConstraint(
            model_name='pledge',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='pledge_number_once'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.UniqueConstraint(fields=('tournament', 'user', 'role'), name='membership_role_once'),
        ),
        migrations.AddConstraint(
            model_name='membership',
            constraint=models.CheckConstraint(condition=models.Q(('role__in', ['direction', 'referee', 'typist'])), name='membership_role_known'),
        ),
        migrations.AddIndex(
            model_name='journalentry',
            index=models.Index(fields=['tournament', 'action'], name='journal_by_action'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='entry_number_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'person'), name='entry_person_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='entry_number_positive'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('status__in', ['active', 'unranked', 'withdrawn', 'disqualified'])), name='entry_status_known'),
        ),
        migrations.AddConstraint(
            model_name='draw',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='draw_number_once'),
        ),
    ]
