-- Files of comments: pictures and documents.

-- A file is uploaded before its comment is posted; until then it belongs to nothing. The bytes lie in the file store.
create table comment_files (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  conversation_id bigint not null constraint comment_files_conversation_fkey references conversations on delete cascade,
  comment_id bigint constraint comment_files_comment_fkey references comments on delete cascade,
  file_name text not null check (file_name <> ''),
  -- Media type, detected from the bytes.
  type text collate "C" not null,
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null,
  created_by bigint not null
);
create index comment_files_by_comment on comment_files (comment_id) where comment_id is not null;
create index comment_files_by_conversation on comment_files (conversation_id);
create index comment_files_abandoned on comment_files (created_at) where comment_id is null;

-- A comment may consist of files alone.
alter table comments
  drop constraint comments_text_check,
  add constraint comments_text_check check (char_length(text) <= 4000);
