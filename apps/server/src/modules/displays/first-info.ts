import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'

/** What a new factory's walls would say: the product's name until somebody writes the factory's. */
export const firstInfo: DisplayInfo = {
  names: { zh: '云工厂', en: 'Cloud Factory', es: 'Cloud Factory' },
  slogan: { zh: '', en: '', es: '' },
  logo: null,
  safetySince: null,
  duty: { name: '', phone: '' },
  // Visitors look up at the wall too: names of customers are not shown in full unless somebody says so.
  masking: { customers: 'initial', projects: 'full' },
  targets: [],
  notices: [],
  honours: [],
  plan: { widthM: 140, depthM: 100 },
  underlay: null,
  workshops: [],
  machines: [],
}
