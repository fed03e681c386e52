import { Button, Modal, Table, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { clearErrorLog, useErrorLog, kindOf, type LoggedError } from './error-log.ts'
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
        width="80%"
        onCancel={onClose}
        footer={<Button onClick={clear}>{t('errorLog.clear')}</Button>}
      >
        <Table<LoggedError>
          rowKey={kindOf}
          dataSource={[...entries]}
          pagination={false}
          scroll={{ x: 720, y: '60vh' }}
          columns={[
            {
              title: t('errorLog.message'),
              key: 'message',
              width: '45%',
              render: (_, entry) => <Message entry={entry} />,
            },
            {
              title: t('errorLog.stack'),
              key: 'stack',
              render: (_, entry) => <pre className="error-stack">{entry.stack}</pre>,
            },
          ]}
        />
      </Modal>
    </>
  )
}

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
