"""Schedules and message handlers of PHP."""

from __future__ import annotations

from tests.engine.frameworks.building import facts_of

KERNEL = """
    <?php
    namespace App\\Console;

    use App\\Jobs\\Prune;
    use Illuminate\\Console\\Scheduling\\Schedule;

    class Kernel
    {
        protected function schedule(Schedule $schedule)
        {
            $schedule->command('reports:send --all')->weeklyOn(1, '8:00')->withoutOverlapping();
            $schedule->job(new Prune())->everyFiveMinutes();
            $schedule->call(function () {})->cron('0 * * * *');
            $other->command('nothing')->daily();
        }
    }
"""
JOB = """
    <?php
    namespace App\\Jobs;

    class Prune implements ShouldQueue { public function handle() {} }
"""
HANDLERS = """
    <?php
    namespace App;

    use Symfony\\Component\\Messenger\\Attribute\\AsMessageHandler;
    use Symfony\\Component\\Scheduler\\Attribute\\AsCronTask;

    #[AsMessageHandler]
    class Sender { public function __invoke(Mail $mail) {} }

    #[AsCronTask('5 4 * * *')]
    class Nightly { public function __invoke() {} }
"""


def test_schedules_and_handlers() -> None:
    found = facts_of({"app/Console/Kernel.php": KERNEL, "app/Jobs/Prune.php": JOB, "src/Handlers.php": HANDLERS})
    assert [(job.name, job.kind, job.schedule, job.symbol.partition("#")[2]) for job in found.jobs] == [
        ("reports:send --all", "laravel schedule", "weeklyOn(1, 8:00)", ""),
        ("Prune", "laravel schedule", "everyFiveMinutes", "Prune.handle"),
        ("call", "laravel schedule", "cron(0 * * * *)", "Kernel.schedule"),
        ("Prune", "laravel job", "", "Prune"),
        ("Sender", "message handler", "", "Sender"),
        ("Nightly", "cron task", "5 4 * * *", "Nightly"),
    ]
