import type { MarkRow } from '@cloud-factory/contract/orders/order-marks'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { absent } from '../../shared/format/numbers.ts'
import { ReasonButton } from '../../shared/ui/reason-button.tsx'
import { useOrdersChanged } from '../../shared/orders-changed.ts'
import { HoldDialog } from './piece-dialogs.tsx'
import { routesQuery } from '../planning/plan.queries.ts'
import { useNames } from '../../shared/i18n/use-names.ts'

type Marked = Pick<MarkRow, 'id' | 'mark' | 'routeId' | 'held' | 'can'>

/** The route of a mark, and a button to change it until work starts. */
export function MarkRoute({ orderId, mark }: { readonly orderId: string; readonly mark: Marked }) {
  const { t } = useTranslation('production')
  const { data } = useQuery(routesQuery)
  const named = useNames()
  const [open, setOpen] = useState(false)
  const route = data?.items.find(({ id }) => id === mark.routeId)
  const name = route === undefined ? absent : named(route.names)
  return (
    <>
      {mark.can.route === true ? (
        <Button type="link" size="small" className="mark-route" onClick={() => setOpen(true)}>
          {route === undefined ? t('release.chooseRoute') : name}
        </Button>
      ) : (
        name
      )}
      {open && <RouteDialog orderId={orderId} mark={mark} onClose={() => setOpen(false)} />}
    </>
  )
}

interface DialogProps {
  readonly orderId: string
  readonly mark: Marked
  readonly onClose: () => void
}

function RouteDialog({ orderId, mark, onClose }: DialogProps) {
  const { t } = useTranslation('production')
  const { data } = useQuery(routesQuery)
  const named = useNames()
  const changed = useOrdersChanged()
  const [routeId, choose] = useState(mark.routeId)
  const save = async () => {
    if (routeId === null) return
    try {
      const body = { routeId, markIds: [mark.id] }
      await api('PUT /api/orders/:id/routes', { params: { id: orderId }, body })
    } finally {
      void changed()
    }
  }
  return (
    <ActionDialog
      title={t('release.routeOf', { mark: mark.mark })}
      action={t('release.setRoutes')}
      act={save}
      onDone={onClose}
      onClose={onClose}
    >
      <Select<string | null>
        className="mark-select"
        aria-label={t('release.chooseRoute')}
        placeholder={t('release.chooseRoute')}
        value={routeId}
        onChange={choose}
        options={(data?.items ?? [])
          .filter(({ active }) => active)
          .map(({ id, names, code }) => ({ value: id, label: `${named(names)} (${code})` }))}
      />
    </ActionDialog>
  )
}

/** Holds a mark, or lets a held one go on. */
export function MarkHold({ mark: { id, mark, held, can } }: { readonly mark: Marked }) {
  const { t } = useTranslation('production')
  const [open, setOpen] = useState(false)
  const act = held ? 'resume' : 'hold'
  return (
    <>
      <ReasonButton type="link" size="small" allowed={can[act]} onClick={() => setOpen(true)}>
        {t(held ? 'common:action.resume' : 'common:action.hold')}
      </ReasonButton>
      {open && (
        <HoldDialog subject={{ kind: 'mark', id, name: mark }} act={act} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
