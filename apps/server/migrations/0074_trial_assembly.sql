-- Trial assembly is a stage of its own: its tolerances are those of what is put together, not of one piece.
alter table inspections drop constraint inspections_stage_check;
alter table inspections add constraint inspections_stage_check check (stage in ('incoming', 'first', 'in_process', 'fit_up',
  'after_weld', 'trial_assembly', 'coating', 'final'));
