-- What the model before had and this one has not, so that it can still be shown.
alter table model_revisions
  -- The model that was in use when this one was read; null: none.
  add column before_id bigint constraint model_revisions_before_fkey references model_revisions on delete set null,
  -- Numbers of its members that are gone; empty for models read before this migration.
  add column removed_members integer[] not null default '{}';
create index model_revisions_by_before on model_revisions (before_id) where before_id is not null;
