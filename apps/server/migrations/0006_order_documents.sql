-- Documents of an order: drawings, contracts, photos. A document keeps every version of its file; the bytes lie in the
-- file store under their hash and stay there when a document is retired.
create table order_documents (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint order_documents_order_fkey references orders on delete cascade,
  -- At first the name of the file; a file of the same name is its next version.
  name text collate "C" not null check (name <> ''),
  kind text collate "C" not null check (kind in ('drawing', 'contract', 'specification', 'photo', 'other')),
  note text,
  -- How many versions there are; the last one is shown.
  versions integer not null default 0 check (versions >= 0),
  retired_at timestamptz,
  retired_by bigint,
  retired_by_name text,
  retire_reason text,
  search text not null,
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint order_documents_retired_check check ((retired_at is null) = (retired_by_name is null)
    and (retired_at is null) = (retire_reason is null))
);
-- Names of documents in use are unique in their order; a retired one leaves its name to others.
create unique index order_documents_name on order_documents (order_id, name) where retired_at is null;
create index order_documents_by_order on order_documents (order_id, updated_at desc, id desc);

create table order_document_versions (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  document_id bigint not null references order_documents on delete cascade,
  -- From 1.
  no integer not null check (no > 0),
  file_name text not null check (file_name <> ''),
  -- Media type, told by the bytes.
  type text collate "C" not null,
  bytes bigint not null check (bytes > 0),
  sha256 text collate "C" not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  created_by bigint,
  created_by_name text not null,
  constraint order_document_versions_no_key unique (document_id, no)
);
create index order_document_versions_by_hash on order_document_versions (sha256);
