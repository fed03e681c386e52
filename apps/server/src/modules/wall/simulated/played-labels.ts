import type { Words } from '@cloud-factory/domain/wall/wall-panels'

const words = (zh: string, en: string, es: string): Words => ({ zh, en, es })

/** Stages of the simulated factory in the order of work. */
export const stageNames: Readonly<Record<string, Words>> = {
  cut: words('下料', 'Cutting', 'Corte'),
  drill: words('钻孔', 'Drilling', 'Taladrado'),
  assemble: words('H组立', 'H assembly', 'Armado de vigas'),
  weld: words('焊接', 'Welding', 'Soldadura'),
  straighten: words('矫正', 'Straightening', 'Enderezado'),
  blast: words('抛丸', 'Shot blasting', 'Granallado'),
  paint: words('涂装', 'Painting', 'Pintura'),
}
export const stageCount = Object.keys(stageNames).length
export const lastStage = 'paint'

export const reasonNames: Readonly<Record<string, Words>> = {
  material: words('等待材料', 'Waiting for material', 'Esperando material'),
  crane: words('等待行车', 'Waiting for crane', 'Esperando grúa'),
  tool: words('更换工装', 'Tool change', 'Cambio de útil'),
  break: words('休息', 'Break', 'Descanso'),
  fault: words('设备故障', 'Machine fault', 'Avería'),
}
export const defectNames: Readonly<Record<string, Words>> = {
  undercut: words('咬边', 'Undercut', 'Mordedura'),
  porosity: words('气孔', 'Porosity', 'Porosidad'),
  size: words('尺寸超差', 'Out of size', 'Fuera de medida'),
  slag: words('夹渣', 'Slag inclusion', 'Inclusión de escoria'),
  film: words('漆膜厚度不足', 'Film too thin', 'Película insuficiente'),
}
export const alarmNames = {
  fault: words('设备故障停机', 'Machine stopped by a fault', 'Máquina parada por avería'),
  dark: words('通信中断', 'Link lost', 'Enlace perdido'),
  drift: words('焊接电流超出工艺窗口', 'Welding current outside its window', 'Corriente fuera de ventana'),
}
export const customerNames = ['华东建设', '滨海机场', '北方能源', '西部路桥'] as const
export const projectNames = ['会展中心', '航站楼扩建', '主厂房', '跨江大桥'] as const
export const planNames = [
  words('更换导电嘴', 'Change contact tips', 'Cambiar boquillas de contacto'),
  words('清理除尘滤筒', 'Clean dust filters', 'Limpiar filtros de polvo'),
  words('检查行车制动', 'Check crane brakes', 'Revisar frenos de grúa'),
]
