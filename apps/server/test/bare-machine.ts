/** Fields of a new machine besides code, line, name and profile, with all optional ones empty. */
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
