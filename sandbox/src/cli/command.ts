import { Command, type Argument, type Option } from 'commander';
import { connect, talksToSandbox, type Remote, type RemoteOptions } from './remote.ts';

/** A command that makes one control call. */
export interface RemoteCommand<Options, Answer> {
	readonly name: string;
	readonly description: string;
	readonly arguments?: readonly Argument[];
	readonly options?: readonly Option[];
	/** Makes the call. */
	readonly call: (remote: Remote, options: Options, ...values: string[]) => Promise<Answer>;
	/** The answer as text; `--json` prints it as it came. */
	readonly print: (answer: Answer) => string;
}

/** Builds a command from its description. */
export function remoteCommand<Options, Answer>(described: RemoteCommand<Options, Answer>): Command {
	const command = talksToSandbox(new Command(described.name)).description(described.description);
	for (const argument of described.arguments ?? []) command.addArgument(argument);
	for (const option of described.options ?? []) command.addOption(option);
	return command.action(async () => {
		const options = command.opts<Options & RemoteOptions>();
		const answer = await described.call(
			connect(options.url),
			options,
			...(command.processedArgs as string[]),
		);
		console.log(options.json ? JSON.stringify(answer, null, 2) : described.print(answer));
	});
}
