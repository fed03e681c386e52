import { Button, Modal, Tag } from 'antd'
import type { TFunction } from 'i18next'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { clearErrorLog, useErrorLog, kindOf, type LoggedError } from './error-log.ts'
import type { Column } from '../../shared/list/column.ts'
import { RowTable } from '../../shared/list/row-table.tsx'
import { ReturnFocus } from '../../shared/ui/return-focus.tsx'

export function ErrorLogDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { entries } = useErrorLog()
  const clear = () => {
    clearErrorLog()
    onClose()
  }
  return (
    <>
      <ReturnFocus />
      <Modal
        open
        title="Error Log"
        width={{ xs: '100%', md: '80%' }}
        styles={{ body: { maxHeight: '70vh', overflow: 'auto' } }}
        onCancel={onClose}
        footer={<Button onClick={clear}>{t('errorLog.clear')}</Button>}
      >
        <RowTable<ErrorRow>
          label="Error Log"
          columns={columnsOf(t)}
          rows={entries.map((entry) => ({ ...entry, id: kindOf(entry) }))}
        />
      </Modal>
    </>
  )
}

type ErrorRow = LoggedError & { readonly id: string }

const columnsOf = (t: TFunction): readonly Column<ErrorRow>[] => [
  {
    key: 'message',
    title: t('errorLog.message'),
    width: 320,
    render: (entry) => <Message entry={entry} />,
  },
  {
    key: 'stack',
    title: t('errorLog.stack'),
    width: 400,
    render: ({ stack }) => <pre className="error-stack">{stack}</pre>,
  },
]

function Message({ entry }: { readonly entry: LoggedError }) {
  const { t } = useTranslation()
  const { message, component, info, url, count } = entry
  return (
    <dl className="error-entry">
      <dt>
        <Tag color="error">Msg</Tag>
      </dt>
      <dd>
        {message} {count > 1 && <strong>×{count}</strong>}
      </dd>
      <dt>
        <Tag color="warning">Info</Tag>
      </dt>
      <dd>
        {component === ''
          ? t(`errorLog.caught.${info}`)
          : t('errorLog.in', { component, info: t(`errorLog.caught.${info}`) })}
      </dd>
      <dt>
        <Tag color="success">Url</Tag>
      </dt>
      <dd>{url}</dd>
    </dl>
  )
}
