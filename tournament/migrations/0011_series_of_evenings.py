"""Series of evenings, and results of evenings that were not played here."""
import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0010_forecast_and_clock'),
    ]

    operations = [
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='Short name')),
                ('name', models.CharField(max_length=200, verbose_name='Name')),
                ('season', models.CharField(blank=True, max_length=40, verbose_name='Season')),
                ('dropped', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(99)], verbose_name='Dropped results')),
                ('best', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)], verbose_name='Evenings that count')),
                ('missed_points', models.SmallIntegerField(default=0, validators=[django.core.validators.MinValueValidator(-999), django.core.validators.MaxValueValidator(0)], verbose_name='Points of a missed evening')),
                ('missed_dropped', models.BooleanField(default=True, verbose_name='A missed evening may be dropped')),
                ('place_bonus', models.JSONField(blank=True, default=list, verbose_name='Bonus by place')),
                ('attendance_bonus', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(999)], verbose_name='Bonus for every evening played')),
                ('tie_breaks', models.JSONField(blank=True, default=list, verbose_name='tie-breaks')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'verbose_name': 'Series',
                'verbose_name_plural': 'Series',
                'ordering': ['-created_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('missed_points__range', (-999, 0))), name='series_missed_points_0_or_less'), models.CheckConstraint(condition=models.Q(('best__isnull', True), ('best__gte', 1), _connector='OR'), name='series_best_from_1')],
            },
        ),
        migrations.CreateModel(
            name='SeriesEvening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=200, verbose_name='Name')),
                ('held_on', models.DateField(blank=True, null=True, verbose_name='Date')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='evenings', to='tournament.series')),
                ('tournament', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='series_evenings', to='tournament.tournament')),
            ],
            options={
                'verbose_name': 'Evening',
                'verbose_name_plural': 'Evenings',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='EveningLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Rank')),
                ('rounds', models.JSONField(default=list, verbose_name='Rounds')),
                ('adjustment', models.SmallIntegerField(default=0, verbose_name='Deduction')),
                ('total', models.IntegerField(verbose_name='Total')),
                ('games', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='Games')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='evening_lines', to='tournament.person')),
                ('evening', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='tournament.seriesevening')),
            ],
            options={
                'verbose_name': 'Result',
                'verbose_name_plural': 'Results',
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='seriesevening',
            constraint=models.UniqueConstraint(fields=('series', 'tournament'), name='evening_once'),
        ),
        migrations.AddConstraint(
            model_name='seriesevening',
            constraint=models.CheckConstraint(condition=models.Q(('tournament__isnull', False), models.Q(('name', ''), _negated=True), _connector='OR'), name='evening_of_tournament_or_named'),
        ),
        migrations.AddConstraint(
            model_name='eveningline',
            constraint=models.UniqueConstraint(fields=('evening', 'person'), name='evening_person_once'),
        ),
    ]
