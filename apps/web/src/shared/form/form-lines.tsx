import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import type { ReactNode } from 'react'

interface Props {
  /** The field of the form whose value is the array of lines. */
  readonly name: string
  readonly max: number
  /** Value of a line that is added. */
  readonly blank: object
  /** Title of a line; `number` begins with 1. */
  readonly title: (number: number) => string
  readonly removeLabel: (number: number) => string
  readonly addLabel: string
  /** Fields of the line at this index. */
  readonly children: (at: number) => ReactNode
}

/** Equal groups of fields, at least one, that can be added and removed. */
export function FormLines({ name: list, max, blank, title, removeLabel, addLabel, children }: Props) {
  return (
    <Form.List name={list}>
      {(lines, { add, remove }) => (
        <>
          {lines.map(({ key, name }) => (
            <fieldset key={key} className="weld-line">
              <legend>{title(name + 1)}</legend>
              {children(name)}
              {lines.length > 1 && (
                <Button
                  type="text"
                  className="weld-line-remove"
                  icon={<DeleteOutlined />}
                  aria-label={removeLabel(name + 1)}
                  onClick={() => remove(name)}
                />
              )}
            </fieldset>
          ))}
          <Form.Item>
            <Button
              type="dashed"
              block
              icon={<PlusOutlined />}
              disabled={lines.length >= max}
              onClick={() => add(blank)}
            >
              {addLabel}
            </Button>
          </Form.Item>
        </>
      )}
    </Form.List>
  )
}
