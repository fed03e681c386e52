import type { DisplayInfo } from '@cloud-factory/contract/displays/display-info'

/** Initial display information of a new factory: the product's name until somebody enters the factory's. */
export const firstInfo: DisplayInfo = {
  names: { zh: '云工厂', en: 'Cloud Factory', es: 'Cloud Factory' },
  slogan: { zh: '', en: '', es: '' },
  logo: null,
  safetySince: null,
  duty: { name: '', phone: '' },
  // Visitors can see the wall too, so customers' names are shortened by default.
  masking: { customers: 'initial', projects: 'full' },
  targets: [],
  notices: [],
  honours: [],
  plan: { widthM: 140, depthM: 100 },
  underlay: null,
  workshops: [],
  machines: [],
}
