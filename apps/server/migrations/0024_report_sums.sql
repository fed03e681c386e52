-- Reports add up a span of days: everything they group by and add up stands in the key, so the rows are not read.
create index work_reports_counted on work_reports (plant_id, day)
  include (process_id, shift_id, project_id, order_id, workshop_id, crew_id, kg, hours, finishes, void)
  where undone_at is null;
