import type { Command } from 'commander';
import { CliError, toFlag } from '../client/command-line.ts';
import { buildOption, readField, type Schema } from './fields.ts';

/** The values given to a command, or those of its answer, by field. */
export type Values = Record<string, unknown>;

/** The options that are the same for all commands. */
export interface CommonOptions {
	/** The address of the sandbox that the command is for. */
	readonly url: string;
	readonly json?: boolean;
}

/** Matches the refusal of a call that lacks fields. */
const MISSING_FIELDS = /^[\w-]+(?:, [\w-]+)* (?:is|are) required$/;

/** A command with its name, its fields and its action. */
export interface CommandSpec {
	/**
	 * A noun and a verb, or one word where that is enough, then the positional fields: `chats write <id>
	 * [text]`. `<files...>` takes several.
	 */
	readonly usage: string;
	readonly summary: string;
	readonly fields: Readonly<Record<string, Schema>>;
	/** The default command runs when no command is named. */
	readonly isDefault?: boolean;
	/** @throws {CliError} whose message may begin with a field, which is replaced by its option */
	readonly run: (values: Values, common: CommonOptions) => Promise<void>;
}

/** Adds a command. */
export function addCommand(
	program: Command,
	{ usage, summary, fields, isDefault = false, run }: CommandSpec,
): void {
	const [words = '', ...positions] = usage.split(/ (?=[<[])/);
	const [noun = '', verb] = words.split(' ');
	const group = program.commands.find((one) => one.name() === noun) ?? program.command(noun, { isDefault });
	const command = verb === undefined ? group : group.command(verb);
	command.description(summary);
	group.description(group.commands.map((one) => one.name()).join(', ') || summary);
	const values: Values = {};
	const reader =
		(name: string, label: string) =>
		(text: string): unknown => {
			const [value, earlier] = [readField(name, label, fields[name] ?? {}, text), values[name]];
			// A list may be given item by item.
			values[name] =
				Array.isArray(value) && Array.isArray(earlier)
					? [...(earlier as unknown[]), ...(value as unknown[])]
					: value;
			return values[name];
		};
	const options = { ...fields };
	for (const position of positions) {
		const name = position.slice(1, -1).replace('...', '');
		command.argument(position, fields[name]?.description, reader(name, name));
		delete options[name];
	}
	for (const [name, schema] of Object.entries(options)) {
		command.addOption(buildOption(name, schema).argParser(reader(name, toFlag(name))));
	}
	const help = `${program.name()} ${words} --help`;
	command.showHelpAfterError(`Usage: ${program.name()} ${words} ${command.usage()}\n(${help} explains it)`);
	command.action(async () => {
		try {
			await run(values, program.opts<CommonOptions>());
		} catch (error) {
			if (!(error instanceof CliError)) throw error;
			const toLabel = (word: string) => (word in options ? toFlag(word) : word);
			// A message begins with the field, or with the fields that are missing.
			const named = error.message.replace(/^\w+(?:, \w+)*(?= )/, (names) => names.replace(/\w+/g, toLabel));
			const words = MISSING_FIELDS.test(named) ? `${named}\n(${help} explains it)` : named;
			throw new CliError(words, error.exitCode);
		}
	});
}
