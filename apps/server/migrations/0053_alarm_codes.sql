-- A signal may be a code of what is the matter with the machine: gateways that know values only, no events, tell alarms by it.
alter table profile_signals drop constraint profile_signals_role_check;
alter table profile_signals add constraint profile_signals_role_check check (role in ('state', 'current', 'voltage',
  'travel_speed', 'wire_feed', 'arc_on', 'output', 'good_output', 'power', 'energy', 'temperature', 'humidity',
  'surface_temperature', 'pressure', 'load', 'speed', 'gas', 'alarm_code'));
