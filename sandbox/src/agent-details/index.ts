import { definePart } from '../plugin.ts';
import { agentControl } from './control.ts';
import { agentDetailFunctions } from './functions.ts';

/** Sections 2 and 4, agents: get-agent, with what belongs to an agent. */
export default definePart({
	name: 'agent-details',
	dependencies: ['agents', 'numbers', 'custom-functions', 'knowledge'],
	functions: agentDetailFunctions,
	control: agentControl,
});
