-- What the TVs of a group show by shift and on days off. The server keeps what the schedule says now, so that every
-- query sees the same.
alter table screen_groups add column schedule jsonb not null default '[]';
alter table screen_groups add column scheduled_screen_id bigint
  constraint screen_groups_scheduled_fkey references screens;
alter table screen_groups add column dark boolean not null default false;
