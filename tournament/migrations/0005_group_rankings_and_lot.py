"""Which groups are ranked beside the people, and the lot between equal totals."""

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0004_clock'),
    ]

    operations = [
        migrations.CreateModel(
            name='TieBreakLot',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seed', models.CharField(max_length=64, verbose_name='Seed')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='tie_break_lot', to='tournament.tournament')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Lot between equal totals',
                'verbose_name_plural': 'Lots between equal totals',
            },
        ),
        migrations.CreateModel(
            name='GroupRanking',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('club', 'Clubs'), ('state', 'Federal states'), ('team', 'Teams'), ('pair', 'Pairs')], max_length=10, verbose_name='Ranking')),
                ('best', models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(99)], verbose_name='How many count')),
                ('by_round', models.BooleanField(default=False, verbose_name='the best of each round')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='group_rankings', to='tournament.tournament')),
            ],
            options={
                'verbose_name': 'Group ranking',
                'verbose_name_plural': 'Group rankings',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'kind'), name='group_ranking_once'), models.CheckConstraint(condition=models.Q(('best__isnull', True), ('best__range', (1, 99)), _connector='OR'), name='group_ranking_best_1_to_99')],
            },
        ),
    ]
