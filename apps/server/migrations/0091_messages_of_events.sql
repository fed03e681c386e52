-- Messages about what happens to records, not only about comments.

-- A conversation is also where the messages about a record hang, of more kinds than people can comment on.
alter table conversations
  drop constraint conversations_kind_check,
  add constraint conversations_kind_check check (kind in ('order', 'delivery', 'ncr', 'inspection', 'machine', 'repair',
    'coat', 'certificate', 'import', 'instrument', 'welder')),
  add column coat_id bigint generated always as (case when kind = 'coat' then record_id end) stored
    constraint conversations_coat_fkey references coats on delete cascade,
  add column certificate_id bigint generated always as (case when kind = 'certificate' then record_id end) stored
    constraint conversations_certificate_fkey references mill_certificates on delete cascade,
  add column import_id bigint generated always as (case when kind = 'import' then record_id end) stored
    constraint conversations_import_fkey references import_jobs on delete cascade,
  add column instrument_id bigint generated always as (case when kind = 'instrument' then record_id end) stored
    constraint conversations_instrument_fkey references instruments on delete cascade,
  add column welder_id bigint generated always as (case when kind = 'welder' then record_id end) stored
    constraint conversations_welder_fkey references welders on delete cascade;
-- These records can be deleted.
create index conversations_by_coat on conversations (coat_id) where coat_id is not null;
create index conversations_by_certificate on conversations (certificate_id) where certificate_id is not null;
create index conversations_by_import on conversations (import_id) where import_id is not null;
create index conversations_by_instrument on conversations (instrument_id) where instrument_id is not null;
create index conversations_by_welder on conversations (welder_id) where welder_id is not null;

alter table messages
  alter column comment_id drop not null,
  drop constraint messages_reason_check,
  add constraint messages_reason_check check (reason in ('mentioned', 'followed', 'approval_wanted', 'approved', 'refused',
    'decided', 'due', 'overdue', 'import_read', 'import_failed')),
  -- What happened. The same cause gives a person one message, however often it is found.
  add column cause text collate "C",
  -- Who did it; null: nobody, a day has come.
  add column by_name text,
  add column due_on date,
  add constraint messages_cause_key unique (cause, user_id),
  add constraint messages_source_check check ((comment_id is null) = (cause is not null)
    and (comment_id is not null) = (reason in ('mentioned', 'followed'))),
  add constraint messages_due_check check ((due_on is not null) = (reason in ('due', 'overdue')));
create index messages_by_age on messages (created_at);
