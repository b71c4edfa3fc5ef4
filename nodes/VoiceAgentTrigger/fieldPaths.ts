import type { INodeProperties } from 'n8n-workflow';

import type { FieldPaths } from '../events/fieldFinder';
import { RECORD_FIELDS } from '../events/recordFields';
import { rowsField } from '../parameters/fields';
import { InvalidParameterError, quote } from '../parameters/invalidParameterError';
import type { ParameterGroup } from '../parameters/parameterGroup';
import { isFieldPath } from '../text/fieldPath';

const RECORD_LABELS = { call: 'Call', chat: 'Chat', message: 'Message' } as const;

/** The fields whose path an account can name, such as `call.contact`, in alphabetical order. */
const RECORD_FIELD_CHOICES = (['call', 'chat', 'message'] as const)
	.flatMap((record) =>
		Object.entries(RECORD_FIELDS[record]).map(([name, { label }]) => ({
			name: `${RECORD_LABELS[record]}: ${label}`,
			value: `${record}.${name}`,
		})),
	)
	.sort((one, other) => (one.name < other.name ? -1 : 1));

/** The option Field Paths; {@link readFieldPaths} reads it. */
export const fieldPathsField: INodeProperties = rowsField(
	'Field Paths',
	'fieldPaths',
	'Field Path',
	"Where your account has the fields of 'call', 'message' and 'chat' in the payload. Needed only for fields that do not come out by themselves.",
	[
		{
			displayName: 'Field',
			name: 'field',
			type: 'options',
			default: 'call.contact',
			options: RECORD_FIELD_CHOICES,
			description: 'The field of the output',
		},
		{
			displayName: 'Path',
			name: 'path',
			type: 'string',
			default: '',
			placeholder: 'e.g. data.caller.phone',
			description: "Path of the payload field that holds it, without 'payload' at its beginning",
		},
	],
);

/** @throws InvalidParameterError for a value that is not a path, and for two paths of a field. */
export function readFieldPaths(options: ParameterGroup): FieldPaths {
	const paths = new Map<string, string>();
	for (const row of options.rows('fieldPaths')) {
		const field = row.choice('field');
		const path = row.requireNonEmptyText(
			'path',
			'Enter the path of a field in the payload, e.g. data.caller.phone.',
		);
		if (!isFieldPath(path)) {
			throw new InvalidParameterError(
				`${row.label('path')} ${quote(path)} is not a path`,
				'Enter names with dots between them, e.g. data.caller.phone.',
			);
		}
		if (paths.has(field)) {
			throw new InvalidParameterError(
				`${options.label('fieldPaths')} has two paths for ${field}`,
				'Remove one of them.',
			);
		}
		paths.set(field, path);
	}
	return Object.fromEntries(paths);
}
