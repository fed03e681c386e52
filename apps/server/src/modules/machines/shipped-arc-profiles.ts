import {
  arcHours,
  counter,
  energy,
  gauge,
  named,
  output,
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
export const arcProfiles: readonly ShippedProfile[] = [
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
