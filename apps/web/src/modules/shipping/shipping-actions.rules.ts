import type { DeliveryRow } from '@cloud-factory/contract/shipping/deliveries'
import type { PackageRow } from '@cloud-factory/contract/shipping/packages'
import { type ActionPlaces, placeActions, type RecordActions } from '../../shared/ui/record-actions.rules.ts'

export type DeliveryAction = 'load' | 'unload' | 'send' | 'recall' | 'delete'
export type DeliveryAct = DeliveryAction | 'edit' | 'receive' | 'print'

const places: Readonly<Record<DeliveryRow['status'], ActionPlaces<DeliveryAct>>> = {
  draft: { next: ['load'], beside: ['edit'], more: ['delete'] },
  loaded: { next: ['send'], beside: ['edit'], more: ['unload'] },
  sent: { next: ['receive'], more: ['recall'] },
  received: {},
}

/** Actions in the head of a delivery; an empty one has nothing to print. */
export function deliveryActions({
  status,
  packages,
  can,
}: Pick<DeliveryRow, 'status' | 'packages' | 'can'>): RecordActions<DeliveryAct> {
  const { beside = [], ...others } = places[status]
  return placeActions<DeliveryAct>(
    { ...can, print: true },
    { ...others, beside: packages > 0 ? [...beside, 'print'] : beside },
  )
}

export type PackageAction = 'close' | 'reopen' | 'delete'
export type PackageAct = PackageAction | 'edit' | 'print'

/** Actions in the head of a package; an empty one has nothing to print. */
export const packageActions = ({
  status,
  pieces,
  can,
}: Pick<PackageRow, 'status' | 'pieces' | 'can'>): RecordActions<PackageAct> =>
  placeActions<PackageAct>(
    { ...can, print: true },
    {
      next: status === 'open' ? ['close'] : [],
      beside: [
        ...(status === 'open' ? [] : ['reopen' as const]),
        'edit',
        ...(pieces > 0 ? ['print' as const] : []),
      ],
      more: ['delete'],
    },
  )
