import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Modal, Spin } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { QrCode } from '../../shared/ui/qr-code.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'
import { useProblemMessage } from '../../shared/use-problem-message.ts'

interface Props {
  /** Page that the phone opens. */
  readonly next: string
  readonly onClose: () => void
}

/** With the machine's own host name (localhost), the phone would address itself. */
const onlyHere = /^(localhost|127\.|\[::1\])/.test(location.hostname)

/** A QR code that opens the same page on a phone, signed in. It works once and expires soon. */
export function PhoneTicket({ next, onClose }: Props) {
  const { t } = useTranslation()
  const problemMessage = useProblemMessage()
  const ticket = useQuery({
    queryKey: ['ticket', next],
    queryFn: () => api('POST /api/me/tickets', { body: { next } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title={t('phone.title')}
        onCancel={onClose}
        footer={<Button onClick={onClose}>{t('close')}</Button>}
        width={360}
      >
        <p>{t('phone.text')}</p>
        {ticket.isPending && <Spin className="phone-wait" />}
        {ticket.isError && <Alert type="error" showIcon title={problemMessage(ticket.error)} />}
        {onlyHere && <Alert type="warning" showIcon title={t('phone.onlyHere')} className="form-alert" />}
        {ticket.data && (
          <QrCode className="phone-code" text={location.origin + ticket.data.path} label={t('phone.code')} />
        )}
      </Modal>
    </>
  )
}
