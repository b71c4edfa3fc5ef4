import type { IPollFunctions } from 'n8n-workflow';

import type { MessagePages } from '../../../../nodes/VoiceAgentMessageTrigger/messagePages';
import { PollRun } from '../../../../nodes/VoiceAgentMessageTrigger/pollRun';

describe('A record that cannot be read', () => {
	const warn = jest.fn();
	beforeEach(() => warn.mockClear());

	/** Names so many records in the log. */
	function name(count: number, named: Set<string>): void {
		const context = {
			getNode: () => ({ name: 'Texts' }),
			getWorkflow: () => ({ id: '7' }),
			logger: { warn },
		} as unknown as IPollFunctions;
		const unreadable = Array.from({ length: count }, (_, id) => ({ id, created_at: null }));
		const run = new PollRun(context, {} as never, {} as never, {} as never, named);
		run.nameUnreadable({ unreadable } as unknown as MessagePages);
	}

	it('is named once, also by the polls that follow', () => {
		const named = new Set<string>();
		name(1_000, named);
		name(1_000, named);
		expect(warn).toHaveBeenCalledTimes(1_000);
	});

	it('is remembered among a thousand at most, and then named again', () => {
		const named = new Set<string>();
		name(1_001, named);
		expect(named.size).toBe(1);
		name(1, named);
		expect(warn).toHaveBeenCalledTimes(1_002);
	});
});
