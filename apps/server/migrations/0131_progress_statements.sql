-- Value of an order by contract stage; each stage is as far as the tonnes of its process (decision 0078).
create table progress_statements (
  id bigint generated always as identity primary key,
  plant_id bigint not null references plants,
  order_id bigint not null constraint progress_statements_order_fkey references orders on delete cascade,
  amount numeric(16,2) not null check (amount >= 0),
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  updated_by_name text not null,
  constraint progress_statements_order_key unique (order_id)
);

create table progress_stages (
  statement_id bigint not null constraint progress_stages_statement_fkey references progress_statements on delete cascade,
  position smallint not null check (position >= 0),
  name text not null check (name <> ''),
  -- Per cent of the amount; the command checks that they sum to 100.
  share numeric(6,3) not null check (share > 0 and share <= 100),
  -- null: the steel of the order that is cut or assigned.
  process_id bigint constraint progress_stages_process_fkey references processes,
  primary key (statement_id, position)
);
create index progress_stages_by_process on progress_stages (process_id);
