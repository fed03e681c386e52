-- The machine that welded a weld, as the register or the reports of work name it: repair rates are told by machine.
alter table welds
  add column machine_id bigint constraint welds_machine_fkey references machines,
  add column machine_name text,
  add constraint welds_machine_check check ((machine_id is null) = (machine_name is null));
create trigger welds_machine before insert or update of machine_id on welds
  for each row when (new.machine_id is not null) execute function refuse_simulated_machine();

-- The project of all pieces of a report; null where they have none in common.
alter table ncrs add column project_id bigint constraint ncrs_project_fkey references projects;
update ncrs n set project_id = o.project_id from orders o where o.id = n.order_id;
create index ncrs_by_project on ncrs (project_id, raised_at) where project_id is not null;
drop index ncrs_for_statistics;
create index ncrs_for_statistics on ncrs (plant_id, raised_at)
  include (defect_id, cause, disposition, severity, crew_id, machine_id, project_id, inspection_id, pieces, kg, cost, closed_at,
    status);
