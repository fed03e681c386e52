import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'

/** Planned tonnes per month of the demo factory, by process. */
export const demoTonnes: Readonly<Record<string, number>> = {
  CutComp: 180,
  MachinedBeforeWeld: 120,
  Drilled: 210,
  FitUpH: 145,
  WeldH: 175,
  Straightened: 170,
  FitUpComp: 260,
  WeldComp: 260,
  BaseData: 205,
  DimInspected: 235,
  WeldNDTComp: 180,
  SandBlasted: 180,
  PaintComp: 160,
  SignedOff: 135,
}

/** Positions of the halls on the plan, metres. */
export const demoBays = [
  { code: 'W1', xM: 6, yM: 4, widthM: 128, depthM: 38 },
  { code: 'W2', xM: 6, yM: 46, widthM: 128, depthM: 26 },
  { code: 'W3', xM: 6, yM: 76, widthM: 128, depthM: 20 },
] as const

export const demoWords: Pick<DisplayInfo, 'names' | 'slogan' | 'duty'> = {
  names: {
    zh: '江海钢结构智能工厂',
    en: 'Jianghai Steel Structures',
    es: 'Estructuras Metálicas Jianghai',
  },
  slogan: {
    zh: '每一根构件，都有来处',
    en: 'Every member has a history',
    es: 'Cada pieza tiene su historia',
  },
  duty: { name: '王大勇', phone: '0512-5550 0117' },
}

/** Days from today; null: no end. */
export const demoNotices = [
  {
    text: {
      zh: '周三 14:00–15:00 二车间行车年检，期间停用，请提前安排吊运',
      en: 'Wednesday 14:00–15:00: yearly test of the cranes in bay 2; plan lifts around it',
      es: 'Miércoles 14:00–15:00: revisión anual de los puentes grúa de la nave 2; planifiquen las maniobras',
    },
    from: -2,
    until: 5,
    urgent: true,
  },
  {
    text: {
      zh: '进入车间必须戴好安全帽、穿防砸鞋；动火作业先办动火证',
      en: 'Helmet and safety shoes in every bay; no hot work without a permit',
      es: 'Casco y calzado de seguridad en todas las naves; ningún trabajo en caliente sin permiso',
    },
    from: -200,
    until: null,
    urgent: false,
  },
  {
    text: {
      zh: '欢迎城东体育中心项目监理到厂验收首批构件',
      en: 'Welcome to the supervisors of the sports centre, here for the first members',
      es: 'Bienvenida a la supervisión del centro deportivo, que recibe los primeros elementos',
    },
    from: 0,
    until: 3,
    urgent: false,
  },
  {
    text: {
      zh: '下月起涂装线改为两班，交接班时间另行通知',
      en: 'From next month the coating line works two shifts; times to follow',
      es: 'Desde el mes próximo la línea de pintura trabaja a dos turnos; horarios por confirmar',
    },
    from: 8,
    until: 30,
    urgent: false,
  },
] as const

export const demoHonours = [
  {
    names: {
      zh: '中国钢结构制造企业特级资质',
      en: 'Special grade, steel fabricator of China',
      es: 'Grado especial de fabricante de estructuras',
    },
    yearsAgo: 5,
    field: [22, 93, 180],
  },
  {
    names: {
      zh: '省级智能制造示范车间',
      en: 'Model smart workshop of the province',
      es: 'Taller inteligente ejemplar',
    },
    yearsAgo: 2,
    field: [190, 44, 38],
  },
  {
    names: { zh: 'EN 1090 EXC3 认证', en: 'EN 1090 EXC3 certificate', es: 'Certificado EN 1090 EXC3' },
    yearsAgo: 1,
    field: [38, 120, 84],
  },
] as const
