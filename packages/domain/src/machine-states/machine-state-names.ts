import type { ShownState } from '../machines/equipment-enums.ts'

/** Display names of machine states: in the office, on the wall, in reports and on paper. */
export const stateNames: Readonly<
  Record<ShownState, { readonly zh: string; readonly en: string; readonly es: string }>
> = {
  running: { zh: '运行', en: 'Running', es: 'En marcha' },
  idle: { zh: '待机', en: 'Idle', es: 'En espera' },
  setup: { zh: '调整', en: 'Setup', es: 'Preparación' },
  fault: { zh: '故障', en: 'Fault', es: 'Avería' },
  maintenance: { zh: '维修', en: 'Maintenance', es: 'Mantenimiento' },
  offline: { zh: '离线', en: 'Offline', es: 'Sin conexión' },
  unknown: { zh: '无数据', en: 'No data', es: 'Sin datos' },
}
