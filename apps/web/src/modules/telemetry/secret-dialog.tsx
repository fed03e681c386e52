import type { GatewayRow } from '@cloud-factory/contract/telemetry/gateways'
import { Alert, Modal, Typography } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../shared/api.ts'
import { ActionDialog } from '../../shared/form/action-dialog.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useGatewaysChanged } from './gateways.queries.ts'

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

/**
 * The secret, shown only once. Only its button closes the dialog, so that a stray click cannot lose
 * it.
 */
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
