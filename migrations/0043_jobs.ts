import { statements } from './statements.ts'

/**
 * Jobs and positions in the log by what they are. The old names stay as views for services of 0.1.0,
 * which may run beside those of the next release; the release after that drops them.
 */
export const up = statements(`
alter table kept.errand rename to challonge_job;
alter index kept.errand_tournament rename to challonge_job_tournament;
create view kept.errand as select * from kept.challonge_job;
alter table kept.courier rename to checkpoint;
create view kept.courier as select name, seq from kept.checkpoint
`)
