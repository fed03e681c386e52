-- Checking off items of a standard against its official text: who found the figure there, when and where. A row without one
-- is still to be verified. Beside the items, not in them: the figures of an approved edition never change, but they may be
-- checked off at any time. An item that is changed loses its check; what was checked off and undone stands in the audit log.
create table standard_item_checks (
  item_id bigint primary key constraint standard_item_checks_item_fkey references standard_items on delete cascade,
  plant_id bigint not null references plants,
  -- The text that was read: number and year, or the printing.
  document text not null check (document <> ''),
  clause text not null default '',
  page text not null default '',
  checked_at timestamptz not null,
  checked_by bigint,
  checked_by_name text not null
);
