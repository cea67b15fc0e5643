"""Names of queues and of the functions jobs run, as the queue stores them."""

SYNC_QUEUE = "sync"
RENDER_QUEUE = "render"
SYNC_JOB = "apps.pipeline.tasks.sync_repo"
FORGET_JOB = "apps.pipeline.tasks.forget_repo"
RENDER_JOB = "apps.pipeline.tasks.render_sources"
