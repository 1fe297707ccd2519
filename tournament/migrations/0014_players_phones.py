"""Whether players see their tournament on their phones, and where they reach it."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0013_screens_in_the_hall'),
    ]

    operations = [
        migrations.CreateModel(
            name='HallNetwork',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('host', models.CharField(max_length=60)),
                ('port', models.PositiveIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.AddField(
            model_name='tournament',
            name='phone_code',
            field=models.CharField(blank=True, editable=False, max_length=20, null=True, unique=True, verbose_name='Code for phones'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='phones_let_in',
            field=models.BooleanField(default=False, verbose_name='players’ phones let in'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='printed_address',
            field=models.CharField(blank=True, max_length=200, verbose_name='printed address'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='standings_released',
            field=models.PositiveSmallIntegerField(default=0, verbose_name='standings released after round'),
        ),
    ]
