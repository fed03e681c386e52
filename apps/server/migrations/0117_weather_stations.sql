-- A weather station of the factory measures wind for lifting, and air and steel for painting.
alter table machine_profiles drop constraint machine_profiles_class_check;
alter table machine_profiles add constraint machine_profiles_class_check check (class in ('cutter', 'laser', 'assembly',
  'gantry_saw', 'straightener', 'drill', 'saw', 'robot', 'blaster', 'coating_line', 'crane', 'compressor', 'meter',
  'weather_station', 'other'));
alter table check_items drop constraint check_items_class_check;
alter table check_items add constraint check_items_class_check check (class in ('cutter', 'laser', 'assembly',
  'gantry_saw', 'straightener', 'drill', 'saw', 'robot', 'blaster', 'coating_line', 'crane', 'compressor', 'meter',
  'weather_station', 'other'));
alter table profile_signals drop constraint profile_signals_role_check;
alter table profile_signals add constraint profile_signals_role_check check (role in ('state', 'current', 'voltage',
  'travel_speed', 'wire_feed', 'arc_on', 'output', 'good_output', 'power', 'energy', 'temperature', 'humidity',
  'surface_temperature', 'pressure', 'load', 'speed', 'gas', 'alarm_code', 'position', 'wind_speed', 'wind_gust'));
