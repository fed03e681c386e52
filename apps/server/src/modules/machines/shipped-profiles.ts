import {
  arcHours,
  counter,
  energy,
  gauge,
  named,
  output,
  paintClimate,
  state,
  type ShippedProfile,
} from './shipped-signals.ts'

const parts = counter('parts', ['零件数', 'Parts', 'Piezas'], '')
const current = (most: number) =>
  gauge('cur', ['电流', 'Current', 'Corriente'], 'A', [0, most], { role: 'current', deadband: most / 500 })
const voltage = (most: number) =>
  gauge('volt', ['电压', 'Voltage', 'Tensión'], 'V', [0, most], { role: 'voltage' })
const travel = (most: number) =>
  gauge('speed', ['行走速度', 'Travel speed', 'Velocidad de avance'], 'mm/min', [0, most], {
    role: 'travel_speed',
    decimals: 0,
  })
const wireFeed = (most: number) =>
  gauge('wire', ['送丝速度', 'Wire feed', 'Velocidad del hilo'], 'm/min', [0, most], { role: 'wire_feed' })
const weldLength = output(['焊缝长度', 'Weld length', 'Longitud soldada'], 'm', 1)
const cutLength = output(['切割长度', 'Cut length', 'Longitud de corte'], 'm', 1)

/** Machines that cut or weld with an arc or a beam, with the usual signals of such machines. */
const arcProfiles: readonly ShippedProfile[] = [
  {
    code: 'cnc-cutter',
    class: 'cutter',
    names: named(['数控切割机', 'CNC cutter', 'Cortadora CNC']),
    rateMs: 1000,
    signals: [
      state,
      current(400),
      voltage(250),
      travel(12_000),
      gauge('gas_p', ['气体压力', 'Gas pressure', 'Presión de gas'], 'MPa', [0, 2], {
        role: 'pressure',
        decimals: 2,
      }),
      gauge('o2_p', ['氧气压力', 'Oxygen pressure', 'Presión de oxígeno'], 'MPa', [0, 2], { decimals: 2 }),
      gauge('height', ['割炬高度', 'Torch height', 'Altura de antorcha'], 'mm', [0, 200]),
      ...energy(200),
      cutLength,
      counter('pierces', ['穿孔数', 'Pierces', 'Perforaciones'], ''),
      parts,
      arcHours(['起弧时间', 'Arc-on time', 'Tiempo de arco']),
    ],
  },
  {
    code: 'laser-cutter',
    class: 'laser',
    names: named(['激光切割机', 'Laser cutter', 'Cortadora láser']),
    rateMs: 1000,
    signals: [
      state,
      gauge('laser_w', ['激光功率', 'Laser power', 'Potencia láser'], 'W', [0, 30_000], { decimals: 0 }),
      travel(60_000),
      gauge('gas_p', ['辅助气压', 'Assist gas', 'Gas auxiliar'], 'bar', [0, 30], { role: 'pressure' }),
      gauge('focus', ['焦点位置', 'Focus', 'Enfoque'], 'mm', [-50, 50]),
      gauge('chiller', ['冷水机温度', 'Chiller', 'Enfriadora'], '°C', [0, 60], { role: 'temperature' }),
      ...energy(150),
      cutLength,
      parts,
      arcHours(['出光时间', 'Beam-on time', 'Tiempo de haz']),
    ],
  },
  {
    code: 'gantry-saw',
    class: 'gantry_saw',
    names: named(['门式埋弧焊机', 'Gantry SAW welder', 'Pórtico de arco sumergido']),
    rateMs: 1000,
    signals: [
      state,
      current(1500),
      voltage(60),
      travel(2000),
      wireFeed(10),
      gauge('flux', ['焊剂余量', 'Flux level', 'Nivel de fundente'], '%', [0, 100], { decimals: 0 }),
      ...energy(160),
      weldLength,
      counter('wire_kg', ['焊丝用量', 'Wire used', 'Hilo consumido'], 'kg', { decimals: 1 }),
      arcHours(['起弧时间', 'Arc-on time', 'Tiempo de arco']),
    ],
  },
  {
    code: 'weld-robot',
    class: 'robot',
    names: named(['焊接机器人', 'Welding robot', 'Robot de soldadura']),
    rateMs: 1000,
    signals: [
      state,
      current(600),
      voltage(50),
      travel(2000),
      wireFeed(25),
      gauge('gas', ['气体流量', 'Gas flow', 'Caudal de gas'], 'l/min', [0, 50], { role: 'gas' }),
      gauge('program', ['程序号', 'Program', 'Programa'], '', [0, 9999], { decimals: 0, deadband: 0 }),
      ...energy(40),
      weldLength,
      counter('cycles', ['循环数', 'Cycles', 'Ciclos'], ''),
      arcHours(['起弧时间', 'Arc-on time', 'Tiempo de arco']),
    ],
  },
]

const pieces = counter('pieces', ['件数', 'Pieces', 'Unidades'], '')
const motor = (most: number) =>
  gauge('cur', ['电机电流', 'Motor current', 'Corriente del motor'], 'A', [0, most], { role: 'current' })
const feed = (most: number) =>
  gauge('feed', ['进给', 'Feed', 'Avance'], 'mm/min', [0, most], { role: 'travel_speed', decimals: 0 })
const metres = output(['长度', 'Length', 'Longitud'], 'm', 1)

/** Machines for forming, transport, cleaning and painting, and their supplies. */
const lineProfiles: readonly ShippedProfile[] = [
  {
    code: 'h-assembly',
    class: 'assembly',
    names: named(['组立机', 'H assembly machine', 'Armadora de vigas']),
    rateMs: 1000,
    signals: [
      state,
      gauge('clamp_p', ['夹紧压力', 'Clamp pressure', 'Presión de sujeción'], 'MPa', [0, 25], {
        role: 'pressure',
      }),
      feed(8000),
      gauge('tack', ['点焊电流', 'Tack current', 'Corriente de punteo'], 'A', [0, 500], { role: 'current' }),
      ...energy(60),
      metres,
      pieces,
    ],
  },
  {
    code: 'straightener',
    class: 'straightener',
    names: named(['矫正机', 'Straightening machine', 'Enderezadora']),
    rateMs: 1000,
    signals: [
      state,
      motor(300),
      gauge('roll_p', ['压辊压力', 'Roll pressure', 'Presión de rodillo'], 'MPa', [0, 25], {
        role: 'pressure',
      }),
      gauge('speed', ['线速度', 'Line speed', 'Velocidad de línea'], 'm/min', [0, 40], { role: 'speed' }),
      gauge('oil_t', ['液压油温', 'Oil temperature', 'Temperatura del aceite'], '°C', [0, 100], {
        role: 'temperature',
      }),
      ...energy(90),
      metres,
    ],
  },
  {
    code: 'drill-line',
    class: 'drill',
    names: named(['三维钻', '3D drilling line', 'Línea de taladrado 3D']),
    rateMs: 1000,
    signals: [
      state,
      gauge('rpm', ['主轴转速', 'Spindle speed', 'Velocidad del husillo'], 'rpm', [0, 6000], {
        role: 'speed',
        decimals: 0,
      }),
      feed(5000),
      gauge('torque', ['扭矩', 'Torque', 'Par'], '%', [0, 150], { role: 'load' }),
      gauge('tool', ['刀具寿命', 'Tool life', 'Vida de herramienta'], '%', [0, 100], { decimals: 0 }),
      gauge('coolant', ['冷却液流量', 'Coolant flow', 'Caudal de refrigerante'], 'l/min', [0, 60]),
      gauge('pos_x', ['X 轴位置', 'X position', 'Posición X'], 'mm', [0, 20_000], { decimals: 0 }),
      ...energy(80),
      output(['孔数', 'Holes', 'Agujeros'], ''),
      pieces,
    ],
  },
  {
    code: 'band-saw',
    class: 'saw',
    names: named(['锯床', 'Band saw', 'Sierra de cinta']),
    rateMs: 1000,
    signals: [
      state,
      gauge('blade', ['锯带速度', 'Blade speed', 'Velocidad de cinta'], 'm/min', [0, 150], { role: 'speed' }),
      feed(500),
      motor(60),
      ...energy(20),
      output(['锯切数', 'Cuts', 'Cortes'], ''),
    ],
  },
  {
    code: 'shot-blaster',
    class: 'blaster',
    names: named(['抛丸机', 'Shot-blasting machine', 'Granalladora']),
    rateMs: 1000,
    signals: [
      state,
      gauge('w1', ['抛丸器 1 电流', 'Wheel 1 current', 'Corriente turbina 1'], 'A', [0, 60], {
        role: 'current',
      }),
      gauge('w2', ['抛丸器 2 电流', 'Wheel 2 current', 'Corriente turbina 2'], 'A', [0, 60]),
      gauge('w3', ['抛丸器 3 电流', 'Wheel 3 current', 'Corriente turbina 3'], 'A', [0, 60]),
      gauge('w4', ['抛丸器 4 电流', 'Wheel 4 current', 'Corriente turbina 4'], 'A', [0, 60]),
      gauge('speed', ['辊道速度', 'Conveyor speed', 'Velocidad de transporte'], 'm/min', [0, 10], {
        role: 'speed',
        decimals: 2,
      }),
      gauge('dust', ['除尘压差', 'Dust filter Δp', 'Δp del filtro'], 'Pa', [0, 5000], {
        role: 'pressure',
        decimals: 0,
      }),
      ...energy(250),
      output(['面积', 'Area', 'Superficie'], 'm²', 1),
      pieces,
    ],
  },
  {
    code: 'coating-line',
    class: 'coating_line',
    names: named(['涂装线', 'Coating line', 'Línea de pintura']),
    rateMs: 2000,
    signals: [
      state,
      ...paintClimate('booth_t', ['喷房温度', 'Booth temperature', 'Temperatura de cabina']),
      gauge('flow', ['涂料流量', 'Paint flow', 'Caudal de pintura'], 'l/min', [0, 20]),
      gauge('oven_t', ['烘房温度', 'Oven temperature', 'Temperatura de horno'], '°C', [0, 250]),
      gauge('voc', ['VOC 浓度', 'VOC', 'COV'], 'mg/m³', [0, 2000], { role: 'gas', decimals: 0 }),
      ...energy(180),
      output(['面积', 'Area', 'Superficie'], 'm²', 1),
    ],
  },
  {
    code: 'overhead-crane',
    class: 'crane',
    names: named(['行车', 'Overhead crane', 'Puente grúa']),
    rateMs: 2000,
    signals: [
      state,
      gauge('load', ['起重量', 'Load', 'Carga'], 't', [0, 50], { role: 'load', decimals: 2 }),
      gauge('hook', ['吊钩高度', 'Hook height', 'Altura del gancho'], 'm', [0, 30]),
      gauge('motor_t', ['电机温度', 'Motor temperature', 'Temperatura del motor'], '°C', [0, 180], {
        role: 'temperature',
      }),
      counter('starts', ['启动次数', 'Starts', 'Arranques'], ''),
      ...energy(60),
      output(['吊运次数', 'Lifts', 'Izadas'], ''),
      gauge('pos', ['行车位置', 'Position on the runway', 'Posición en la vía'], 'm', [0, 120], {
        role: 'position',
      }),
    ],
  },
  {
    code: 'compressor',
    class: 'compressor',
    names: named(['空压机', 'Compressor', 'Compresor']),
    rateMs: 5000,
    signals: [
      state,
      gauge('bar', ['排气压力', 'Pressure', 'Presión'], 'bar', [0, 16], { role: 'pressure', decimals: 2 }),
      gauge('oil_t', ['排气温度', 'Discharge temperature', 'Temperatura de descarga'], '°C', [0, 130], {
        role: 'temperature',
      }),
      ...energy(160),
      output(['供气量', 'Air delivered', 'Aire suministrado'], 'm³', 1),
    ],
  },
  {
    code: 'power-meter',
    class: 'meter',
    names: named(['电表', 'Power meter', 'Contador eléctrico']),
    rateMs: 5000,
    signals: [
      gauge('volt', ['电压', 'Voltage', 'Tensión'], 'V', [0, 500], { role: 'voltage' }),
      gauge('cur', ['电流', 'Current', 'Corriente'], 'A', [0, 4000], { role: 'current' }),
      gauge('pf', ['功率因数', 'Power factor', 'Factor de potencia'], '', [0, 1], { decimals: 3 }),
      ...energy(2500),
    ],
  },
  {
    code: 'weather-station',
    class: 'weather_station',
    names: named(['气象站', 'Weather station', 'Estación meteorológica']),
    rateMs: 5000,
    signals: [
      gauge('wind', ['风速', 'Wind speed', 'Velocidad del viento'], 'm/s', [0, 60], { role: 'wind_speed' }),
      gauge('gust', ['阵风', 'Gust', 'Racha'], 'm/s', [0, 75], { role: 'wind_gust' }),
      ...paintClimate('air_t', ['气温', 'Air temperature', 'Temperatura del aire']),
    ],
  },
  {
    code: 'generic',
    class: 'other',
    names: named(['通用设备', 'Other machine', 'Otro equipo']),
    rateMs: 1000,
    signals: [state, ...energy(100), output(['产量', 'Output', 'Producción'], '')],
  },
]

/** One profile per class of machine. Ranges are for alarms and charts; the factory sets its own. */
export const shippedProfiles: readonly ShippedProfile[] = [...arcProfiles, ...lineProfiles]
