-- A crane may report where it is along its runway: the walls show it there.
alter table profile_signals drop constraint profile_signals_role_check;
alter table profile_signals add constraint profile_signals_role_check check (role in ('state', 'current', 'voltage',
  'travel_speed', 'wire_feed', 'arc_on', 'output', 'good_output', 'power', 'energy', 'temperature', 'humidity',
  'surface_temperature', 'pressure', 'load', 'speed', 'gas', 'alarm_code', 'position'));
