-- How often one place may be repaired is said by the project alone: welds and non-conformance reports asked settings of
-- their own. What people had set for welds is kept.
update projects p set max_weld_repairs = least(s.max_repairs, 20) from ndt_settings s
  where s.plant_id = p.plant_id and p.max_weld_repairs = 2;
update projects p set max_weld_repairs = least(l.max_repairs, 20) from ndt_project_limits l where l.project_id = p.id;
alter table ndt_settings drop column max_repairs;
drop table ndt_project_limits;
-- Whether an edition is used is asked of every row of standards.
create index inspections_by_edition on inspections (edition_id, created_at);
-- What of an order is on record is asked before an import is undone.
create index heat_uses_by_order on heat_uses (order_id, piece_id);
