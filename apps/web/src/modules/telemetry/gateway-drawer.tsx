import type { GatewayRow } from '@cloud-factory/contract/telemetry/gateways'
import { Alert, Modal, Typography } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { useInstant } from '../../shared/format/dates.ts'
import { absent, count } from '../../shared/format/numbers.ts'
import { LargeNumber } from '../../shared/ui/ago.tsx'
import { Facts } from '../../shared/ui/facts.tsx'
import { placeActions } from '../../shared/ui/record-actions.rules.ts'
import { RecordDrawer } from '../../shared/ui/record-drawer.tsx'
import { RecordHead } from '../../shared/ui/record-head.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { StatusTag } from '../../shared/ui/status-tag.tsx'
import { useGatewaysChanged } from './gateways.queries.ts'

export function GatewayStateTag({ active }: Pick<GatewayRow, 'active'>) {
  const { t } = useTranslation('telemetry')
  return <StatusTag tone={active ? 'good' : 'neutral'} text={t(active ? 'active' : 'revoked')} />
}

interface DrawerProps {
  /** Undefined while its list is loading. */
  readonly gateway: GatewayRow | undefined
  readonly onAct: (open: { readonly edit: GatewayRow } | { readonly renew: GatewayRow }) => void
  readonly onClose: () => void
}

/** One gateway beside its list: when and from where it was last seen, what it may send. Mount it when it opens. */
export function GatewayDrawer({ gateway, onAct, onClose }: DrawerProps) {
  const { t } = useTranslation('telemetry')
  const query = { data: gateway, error: null, refetch: () => Promise.resolve() }
  return (
    <RecordDrawer query={query} title={t('common:kind.gateway')} onClose={onClose}>
      {(shown) => <GatewayShown gateway={shown} onAct={onAct} />}
    </RecordDrawer>
  )
}

function GatewayShown({ gateway, onAct }: Pick<DrawerProps, 'onAct'> & { readonly gateway: GatewayRow }) {
  const { t } = useTranslation('telemetry')
  const instant = useInstant()
  const { code, name, active, lastSeenAt, lastAddress, messages, denied, topics, secretAt, can } = gateway
  const facts = [
    [t('field.topics'), topics.join(t('common:join'))],
    [t('field.secretAt'), instant(secretAt)],
    [t('field.updatedBy'), gateway.updatedBy],
  ] as const
  return (
    <>
      <RecordHead
        no={code}
        state={<GatewayStateTag active={active} />}
        {...(name === '' ? {} : { about: name })}
        actions={placeActions<'edit' | 'renew'>(
          { edit: can.edit, renew: can.edit },
          { beside: ['edit'], more: ['renew'] },
        )}
        wordOf={(action) => t(action === 'edit' ? 'common:action.edit' : 'renew')}
        danger={takesAway}
        onAct={(action) => onAct(action === 'edit' ? { edit: gateway } : { renew: gateway })}
        figures={[
          [t('field.lastSeenAt'), lastSeenAt === null ? t('never') : instant(lastSeenAt)],
          [t('field.address'), lastAddress || absent],
          [t('field.messages'), <LargeNumber key="messages" value={messages} />],
          [t('field.denied'), count(denied)],
        ]}
      />
      <Facts className="facts" facts={facts} />
    </>
  )
}

/** The old secret stops working. */
const takesAway: ReadonlySet<'edit' | 'renew'> = new Set(['renew'])

interface RenewProps {
  readonly row: GatewayRow
  readonly onDone: (secret: string) => void
  readonly onClose: () => void
}

/** Asks for confirmation before the old secret stops working. */
export function RenewSecret({ row, onDone, onClose }: RenewProps) {
  const { t } = useTranslation('telemetry')
  const changed = useGatewaysChanged()
  const act = async () => {
    const { secret } = await api('POST /api/gateways/:id/secret', {
      params: { id: row.id },
      body: { version: row.version },
    }).finally(() => void changed())
    onDone(secret)
  }
  return (
    <ActionDialog
      title={t('renewTitle', { code: row.code })}
      action={t('renew')}
      danger
      act={act}
      onDone={() => undefined}
      onClose={onClose}
    >
      {t('renewText')}
    </ActionDialog>
  )
}

interface ShownProps {
  readonly code: string
  readonly secret: string
  readonly onClose: () => void
}

/** The secret, shown only once. Only its button closes the dialog: a stray click cannot lose it. */
export function SecretShown({ code, secret, onClose }: ShownProps) {
  const { t } = useTranslation('telemetry')
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('secretTitle', { code })}
        okText={t('kept')}
        cancelButtonProps={{ style: { display: 'none' } }}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        onOk={onClose}
      >
        <Alert type="warning" showIcon title={t('secretOnce')} />
        <dl className="secret-facts">
          <dt>{t('common:field.username')}</dt>
          <dd>
            <Typography.Text code copyable>
              {code}
            </Typography.Text>
          </dd>
          <dt>{t('secret')}</dt>
          <dd>
            <Typography.Text code copyable>
              {secret}
            </Typography.Text>
          </dd>
        </dl>
      </Modal>
    </>
  )
}
