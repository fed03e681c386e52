/** What a machine's entry holds besides its code, line, name and profile: nothing that is not asked for. */
export const bareMachine = {
  workshopId: null,
  processId: null,
  model: '',
  maker: '',
  serialNo: '',
  criticality: 'B',
  commissionedOn: null,
  ratedKw: null,
  standardRate: null,
  rateUnit: '',
  xM: null,
  yM: null,
  widthM: null,
  depthM: null,
  note: '',
} as const
