"""Names of queues and of the functions jobs run, as the queue stores them."""

SYNC_QUEUE = "sync"
RENDER_QUEUE = "render"
EMBED_QUEUE = "embed"
QUEUES = (SYNC_QUEUE, RENDER_QUEUE, EMBED_QUEUE)  # a worker takes from the first that has something
SYNC_JOB = "apps.pipeline.tasks.sync_repo"
FORGET_JOB = "apps.pipeline.tasks.forget_repo"
RENDER_JOB = "apps.pipeline.tasks.render_sources"
EMBED_JOB = "apps.pipeline.tasks.embed_passages"
