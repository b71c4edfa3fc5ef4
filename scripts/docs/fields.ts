import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	NodeParameterValue,
} from 'n8n-workflow';

/** A row of a table of fields. */
interface Row {
	field: string;
	whatItIs: string;
	standard: string;
}

/**
 * The conditions that say in which operation and variant of the node a
 * field is, rather than when it is shown there.
 */
const places = new Set(['resource', 'operation', '@tool', '@version']);

const isChoice = (option: object): option is INodePropertyOptions => 'value' in option;
const isGroup = (option: object): option is INodePropertyCollection => 'values' in option;
const isField = (option: object): option is INodeProperties => 'type' in option;

const choicesOf = ({ options = [] }: INodeProperties): INodePropertyOptions[] => options.filter(isChoice);

const nameOf = (property: INodeProperties | undefined, value: unknown): string => {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const choice = property && choicesOf(property).find((one) => one.value === value);
	return choice?.name ?? String(value);
};

/** The fields beside a field, and those of the panel itself. */
interface Surroundings {
	siblings: INodeProperties[];
	outermost: INodeProperties[];
}

/**
 * "Only when **Send Now** is off." A name that begins with a slash is
 * that of a field outside all collections.
 */
const conditionOf = ({ displayOptions }: INodeProperties, around: Surroundings): string[] =>
	Object.entries(displayOptions?.show ?? {})
		.filter(([name]) => !places.has(name))
		.map(([name, values = []]) => {
			const fields = name.startsWith('/') ? around.outermost : around.siblings;
			const other = fields.find((one) => one.name === name.replace('/', ''));
			const names = (values as NodeParameterValue[]).map((value) => nameOf(other, value));
			return `Only when **${other?.displayName ?? name}** is ${names.join(' or ')}.`;
		});

/** A text of a panel with a full stop at its end. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const standardOf = (property: INodeProperties): string => {
	const { type, default: value } = property;
	if (type === 'resourceLocator' || value === '' || value === undefined) return '';
	if (Array.isArray(value)) {
		const all = value.length === choicesOf(property).length;
		return all ? 'all' : value.map((one) => nameOf(property, one)).join(', ');
	}
	if (typeof value === 'object') return '';
	if (type === 'json') return `\`${String(value)}\``;
	return nameOf(property, value);
};

/** A JSON field shows it as its hint, too. */
const exampleIn = ({ placeholder = '' }: INodeProperties): string[] =>
	placeholder === '' ? [] : [`Example: \`${placeholder.replace(/^e\.g\. /, '')}\`.`];

const describe = (property: INodeProperties, around: Surroundings): string => {
	const choices = choicesOf(property).map(({ name }) => name);
	const limits = [property.typeOptions?.minValue, property.typeOptions?.maxValue];
	return [
		...(property.description === undefined ? [] : [sentence(property.description)]),
		...(choices.length > 0 ? [`One of: ${choices.join(', ')}.`] : []),
		...(limits[0] !== undefined && limits[1] !== undefined ? [`From ${limits.join(' to ')}.`] : []),
		...(property.type === 'string' || property.type === 'json' ? exampleIn(property) : []),
		...(property.type === 'json' || property.hint === undefined ? [] : [sentence(property.hint)]),
		...conditionOf(property, around),
	].join(' ');
};

const rowsOf = (property: INodeProperties, around: Surroundings, path: string[]): Row[] => {
	const names = [...path, property.displayName];
	const own: Row = {
		field: `**${names.join(' > ')}**${property.required ? ' (required)' : ''}`,
		whatItIs: describe(property, around),
		standard: standardOf(property),
	};
	const below = (property.options ?? []).flatMap((option) => {
		const siblings = isGroup(option) ? option.values : (property.options as INodeProperties[]);
		const fields = isGroup(option) ? option.values : isField(option) ? [option] : [];
		return fields.flatMap((field) => rowsOf(field, { ...around, siblings }, names));
	});
	// A collection says nothing of its own.
	return property.type === 'collection' ? below : [own, ...below];
};

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '\\<');

/**
 * A table of all that can be filled in, the fields of collections and lists included; a
 * text in its place when there is nothing.
 * @param shown What the panel shows. Of a field that is there once for people
 * and once for AI agents the first counts.
 */
export const tableOf = (shown: INodeProperties[]): string => {
	const fields = shown.filter(
		({ type, name }, index) =>
			type !== 'notice' && index === shown.findIndex((one) => one.name === name && one.type !== 'notice'),
	);
	const rows = fields.flatMap((field) => rowsOf(field, { siblings: fields, outermost: fields }, []));
	if (rows.length === 0) return 'It needs nothing else.';
	return [
		'| Field | What it is | Default |',
		'| --- | --- | --- |',
		...rows.map(({ field, whatItIs, standard }) => `| ${field} | ${cell(whatItIs)} | ${cell(standard)} |`),
	].join('\n');
};
