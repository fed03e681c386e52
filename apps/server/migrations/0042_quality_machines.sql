-- Which machine did the work, and which made what was inspected: quality is told by machine. Simulated machines make nothing,
-- and whoever writes cannot name one.
create function refuse_simulated_machine() returns trigger language plpgsql as $$
begin
  if exists (select from machines where id = new.machine_id and source = 'sim') then
    raise exception 'machine % is simulated', new.machine_id using errcode = 'check_violation';
  end if;
  return new;
end
$$;

alter table work_reports add column machine_id bigint constraint work_reports_machine_fkey references machines;
create trigger work_reports_machine before insert or update of machine_id on work_reports
  for each row when (new.machine_id is not null) execute function refuse_simulated_machine();

-- Frozen when the inspection is made, or chosen by hand until it is submitted.
alter table inspection_pieces add column machine_id bigint
  constraint inspection_pieces_machine_fkey references machines;
create trigger inspection_pieces_machine before insert or update of machine_id on inspection_pieces
  for each row when (new.machine_id is not null) execute function refuse_simulated_machine();

-- Readings by machine too; 0: nobody said.
alter table reading_sums add column machine_id bigint not null default 0;
alter table reading_sums drop constraint reading_sums_pkey;
alter table reading_sums add primary key (inspection_id, item_id, crew_id, machine_id);

alter table ncrs
  add column machine_id bigint constraint ncrs_machine_fkey references machines,
  add column machine_name text,
  add constraint ncrs_machine_check check ((machine_id is null) = (machine_name is null));
create trigger ncrs_machine before insert or update of machine_id on ncrs
  for each row when (new.machine_id is not null) execute function refuse_simulated_machine();
drop index ncrs_for_statistics;
create index ncrs_for_statistics on ncrs (plant_id, raised_at)
  include (defect_id, cause, disposition, severity, crew_id, machine_id, order_id, pieces, kg, cost, closed_at, status);

-- A lot that failed raises one report on all that failed in it; cancelled, it may be raised anew.
alter table ncrs drop constraint ncrs_source_check;
alter table ncrs add constraint ncrs_source_check check (source in ('reading', 'lot', 'piece', 'scan', 'receipt'));
create unique index ncrs_lot_once on ncrs (inspection_id) where source = 'lot' and status <> 'cancelled';
