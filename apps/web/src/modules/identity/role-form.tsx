import type { RoleRow } from '@cloud-factory/contract/identity/people'
import type { Permission } from '@cloud-factory/domain/identity/permissions'
import { Form, Input } from 'antd'
import { useTranslation } from '../../shared/i18n/use-translation.tsx'
import { api } from '../../shared/api.ts'
import { FormDrawer } from '../../shared/form/form-drawer.tsx'
import { useRequestKey } from '../../shared/form/request-key.ts'
import { useRoleName } from '../../shared/ui/use-role-name.ts'
import { TagBoxes } from './tag-boxes.tsx'

type RoleValues = {
  code: string
  name: string
  tags: Permission[]
}

interface Props {
  /** Null: a new role. */
  readonly role: RoleRow | null
  readonly onClose: () => void
  readonly onDone: () => void
}

/** Adds a role, or changes its name and tags. */
export function RoleForm({ role, onClose, onDone }: Props) {
  const { t } = useTranslation('identity')
  const { t: word } = useTranslation('permissions')
  const { t: shell } = useTranslation()
  const roleName = useRoleName()
  const idempotencyKey = useRequestKey()
  const labels = { code: t('role.code'), name: t('common:field.name'), tags: t('common:field.tags') }
  const save = (values: RoleValues, version: number): Promise<RoleRow> => {
    const name = values.name.trim()
    const tags = [...values.tags]
    return role === null
      ? api('POST /api/roles', { body: { code: values.code.trim(), name, tags }, idempotencyKey })
      : api('PATCH /api/roles/:id', { params: { id: role.id }, body: { version, name, tags } })
  }
  const required = { required: true, whitespace: true, message: shell('form.required') }
  const tagNames = (tags: unknown) =>
    Array.isArray(tags) ? tags.map((tag) => word(`tag.${String(tag)}`)).join(', ') : ''
  const shipped = role?.shipped === true
  return (
    <FormDrawer<RoleValues, RoleRow>
      title={role === null ? t('roles.add') : t('role.edit', { name: roleName(role) })}
      labels={labels}
      initial={{ values: valuesOf(role), version: role?.version ?? 0 }}
      save={save}
      theirs={(current) => ({ values: valuesOf(current as RoleRow), version: (current as RoleRow).version })}
      show={(field, value) => (field === 'tags' ? tagNames(value) : undefined)}
      onSaved={onDone}
      onClose={onClose}
    >
      <Form.Item
        name="code"
        label={labels.code}
        extra={role === null ? t('role.codeHelp') : undefined}
        rules={[required, { pattern: /^\s*[a-z][a-z0-9-]{1,31}\s*$/, message: t('role.codeHelp') }]}
      >
        <Input maxLength={32} autoComplete="off" disabled={role !== null} />
      </Form.Item>
      {shipped && (
        <Form.Item label={labels.name} extra={t('role.shippedName')}>
          <Input disabled value={roleName(role)} aria-label={labels.name} />
        </Form.Item>
      )}
      <Form.Item name="name" label={labels.name} rules={[required]} hidden={shipped}>
        <Input maxLength={64} autoComplete="off" />
      </Form.Item>
      <Form.Item name="tags" label={labels.tags} extra={t('role.tagsHelp')}>
        <TagBoxes />
      </Form.Item>
    </FormDrawer>
  )
}

const valuesOf = (role: RoleRow | null): RoleValues => ({
  code: role?.code ?? '',
  name: role?.name ?? '',
  tags: [...((role?.tags ?? []) as Permission[])],
})
