import { SYSTEM_CLOCK, type Clock } from '../../nodes/VoiceAgentTrigger/clock';

/** The clock of the machine, all of whose pauses pass when jest mocks it. */
export const mockedClock: Clock = { ...SYSTEM_CLOCK, quietPause: SYSTEM_CLOCK.sleep };
