# Processes that send each other messages (ravel_mailbox.h), against brute force.
#   make messages SEED=1 COUNT=1000      random programs; all of the folder's
check-messages: all
	RAVEL=$(BUILD)/ravel python3 test/messages/check.py

messages: all
	RAVEL=$(BUILD)/ravel python3 test/messages/check.py --all $(SEED) $(COUNT)

SUITES += check-messages
.PHONY: check-messages messages
