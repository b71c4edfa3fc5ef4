import type { IDataObject, INodeProperties, IExecuteFunctions } from 'n8n-workflow';

import { isRecord } from '../../shared/json';
import {
	readBoolean,
	readChoice,
	type Choice,
	readDateTime,
	readId,
	readInteger,
	readText,
	readTextField,
	readUrl,
	hasNoValue,
} from './readers';
import { readJsonObject } from './json';
import { readPhoneNumber, type PhoneNumberRules } from './phoneNumber';
import { quoted, InvalidParameterError } from './invalidParameterError';
import type { Connection } from '../../shared/client/credentials';

/**
 * Parameters that stand together: the node's own, those of a collection, or a row of a list. Values are read by type; labels,
 * limits and choices come from the panel's definitions, so that a refusal speaks of what a person sees.
 */
export class ParameterGroup {
	/**
	 * @param valueOf Gives a value as n8n has it.
	 * @param properties What the panel shows for these parameters.
	 * @param added Of a collection: the parameters that a person has added to it.
	 * @param within Of a row: the label of its list.
	 */
	constructor(
		private readonly valueOf: (name: string) => unknown,
		private readonly properties: readonly INodeProperties[],
		protected readonly timezone: string,
		private readonly added?: IDataObject,
		private readonly within: string[] = [],
	) {}

	/** The value as n8n gives it. */
	value(name: string): unknown {
		return this.valueOf(name);
	}

	/** Whether the parameter is there to be read: in a collection only those that were added are. */
	isSet(name: string): boolean {
		return !this.added || Object.hasOwn(this.added, name);
	}

	/** Whether there is a value; an expression may give none. An empty text is one. */
	has(name: string): boolean {
		return !hasNoValue(this.value(name));
	}

	/** As the panel names it; in a row, after the name of the list. */
	label(name: string): string {
		return [...this.within, this.definition(name)?.displayName ?? name].join(' > ');
	}

	/** Empty for no value. @throws Refusal for a list or an object. */
	text(name: string): string {
		return readTextField(this.value(name), this.label(name));
	}

	/** @throws Refusal when it is empty. */
	requiredText(name: string, advice: string): string {
		const text = this.text(name);
		if (text === '') throw new InvalidParameterError(`${this.label(name)} is empty`, advice);
		return text;
	}

	/** @throws Refusal for what is neither true nor false, no value included. */
	boolean(name: string): boolean {
		return readBoolean(this.value(name), this.label(name));
	}

	/** @throws Refusal for what is no whole number within the panel's limits. */
	integer(name: string): number {
		return readInteger(this.value(name), this.label(name), this.definition(name)?.typeOptions ?? {});
	}

	/** @throws Refusal for what is no web address. */
	url(name: string): string {
		return readUrl(this.value(name), this.label(name), this.example(name));
	}

	/** In UTC, ISO 8601. @throws Refusal for what is no date and time. */
	dateTime(name: string): string {
		return readDateTime(this.value(name), this.label(name), this.timezone);
	}

	/** @throws Refusal for what the panel's list does not have. */
	choice(name: string): string {
		return String(readChoice(this.value(name), this.label(name), this.choices(name)));
	}

	/** The entries of a list, as the panel has them. */
	choices(name: string): Choice[] {
		return (this.definition(name)?.options ?? []) as Choice[];
	}

	/** An empty text counts as an empty object. @throws Refusal for what is no JSON object. */
	jsonObject(name: string): IDataObject {
		return readText(this.value(name)) === '' ? {} : readJsonObject(this.value(name), this.label(name));
	}

	/** @throws Refusal for what cannot be an ID. */
	id(name: string, advice: string): string {
		return readId(this.value(name), this.label(name), advice);
	}

	/** In E.164. @throws Refusal for what is no phone number with its country code. */
	phoneNumber(name: string, rules?: PhoneNumberRules): string {
		return readPhoneNumber(this.value(name), this.label(name), this.example(name), rules);
	}

	/**
	 * The one entry of a group that the panel offers to add; undefined when it was not, or has nothing in it.
	 * @throws Refusal for what has another form.
	 */
	entry(name: string): ParameterGroup | undefined {
		const [group] = this.groupsOf(name);
		const value = this.value(name);
		if (hasNoValue(value)) return undefined;
		if (group && isRecord(value) && Object.keys(value).length === 0) {
			// The panel always adds the group. n8n passes on this much of anything but a group.
			throw new InvalidParameterError(
				`${this.label(name)} came without its fields`,
				'n8n passes on neither an expression for the whole of it nor a text. Remove it and add it again, and use expressions within its fields.',
			);
		}
		const entry = group && isRecord(value) ? (value[group.name] ?? {}) : undefined;
		if (!group || !isRecord(entry)) {
			throw new InvalidParameterError(
				`${this.label(name)} ${quoted(value)} has another form than the panel gives it`,
				'Set it in the panel.',
			);
		}
		if (Object.keys(entry).length === 0) return undefined;
		return readGroup(entry as IDataObject, group.values, this.timezone, [this.label(name)]);
	}

	/** The rows of a list that the panel offers to add to. @throws Refusal for what has another form. */
	rows(name: string): ParameterGroup[] {
		const [group] = this.groupsOf(name);
		const value = this.value(name) ?? {};
		if (!group) return [];
		const rows = isRecord(value) && Object.hasOwn(value, group.name) ? value[group.name] : [];
		if (!isRecord(value) || !Array.isArray(rows) || !rows.every(isRecord)) {
			throw new InvalidParameterError(
				`${this.label(name)} ${quoted(value)} is not a list as the panel makes it`,
				'Add the entries in the panel.',
			);
		}
		return rows.map((row) => readGroup(row as IDataObject, group.values, this.timezone, [this.label(name)]));
	}

	private definition(name: string): INodeProperties | undefined {
		return this.properties.find((property) => property.name === name);
	}

	private groupsOf(name: string): Array<{ name: string; values: INodeProperties[] }> {
		return (this.definition(name)?.options ?? []) as Array<{ name: string; values: INodeProperties[] }>;
	}

	private example(name: string): string {
		const definition = this.definition(name);
		const placeholder =
			definition?.placeholder ?? definition?.modes?.find((mode) => mode.placeholder)?.placeholder;
		return (placeholder ?? '').replace(/^e\.g\. /, '');
	}
}

/** The parameters of a collection or a row. */
export const readGroup = (
	values: IDataObject,
	properties: readonly INodeProperties[],
	timezone: string,
	within: string[] = [],
): ParameterGroup =>
	new ParameterGroup(
		(name) => (Object.hasOwn(values, name) ? values[name] : undefined),
		properties,
		timezone,
		values,
		within,
	);

/** One input item and the node's parameters for it. */
export class Item extends ParameterGroup {
	private readonly collections = new Map<string, ParameterGroup>();

	/** @param definitions Of all parameters that the panel shows for the operation. */
	constructor(
		readonly context: IExecuteFunctions,
		readonly index: number,
		readonly connection: Connection,
		private readonly definitions: readonly INodeProperties[],
	) {
		super(
			(name) => context.getNodeParameter(name, index, undefined, { extractValue: true }),
			definitions,
			context.getTimezone(),
		);
	}

	/** The item's JSON. */
	get json(): IDataObject {
		return this.context.getInputData()[this.index]?.json ?? {};
	}

	/**
	 * Whether an AI agent uses the node as a tool, and so sees text only. n8n says so only of some ways in which agents run tools;
	 * otherwise the type of the node tells, which is that of a tool and not of human review.
	 */
	get isForAgent(): boolean {
		if ('isToolExecution' in this.context && this.context.isToolExecution()) return true;
		return /(?<!Hitl)Tool$/.test(this.context.getNode().type);
	}

	get options(): ParameterGroup {
		return this.collection('options');
	}

	get approvalOptions(): ParameterGroup {
		return this.collection('approvalOptions');
	}

	get filters(): ParameterGroup {
		return this.collection('filters');
	}

	/** Only fields with a value: one without is left out of the update, it never clears what is stored. */
	get updateFields(): ParameterGroup {
		return this.collection('updateFields', (value) => !hasNoValue(value));
	}

	/** The option of that name, which every operation has. */
	get additionalBodyFields(): IDataObject {
		const { options } = this;
		const value = options.value('additionalBodyFields');
		return readText(value) === '' ? {} : readJsonObject(value, options.label('additionalBodyFields'));
	}

	/** Read once, since each reading may evaluate expressions. */
	private collection(
		name: 'options' | 'approvalOptions' | 'filters' | 'updateFields',
		keeps: (value: unknown) => boolean = () => true,
	): ParameterGroup {
		let group = this.collections.get(name);
		if (!group) {
			const values = (this.context.getNodeParameter(name, this.index, {}) ?? {}) as IDataObject;
			const kept = Object.fromEntries(Object.entries(values).filter(([, value]) => keeps(value)));
			const definition = this.definitions.find((one) => one.name === name);
			group = readGroup(kept, (definition?.options ?? []) as INodeProperties[], this.timezone);
			this.collections.set(name, group);
		}
		return group;
	}
}
