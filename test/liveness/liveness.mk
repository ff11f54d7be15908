# What machine code says is dead, against programs in which that is overwritten.
#   make liveness SEED=1 COUNT=500
LIVENESS_TEST := $(BUILD)/test/liveness
LIVENESS_PARTS := $(LIVENESS) src/report/image.c src/report/buffer.c src/cli/message.c

$(LIVENESS_TEST)/libhooks.so: test/liveness/hooks.c test/liveness/hooks.S $(LIVENESS_PARTS) \
    $(wildcard src/liveness/*.h) src/protocol/liveness.h
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) -fPIC -shared -Wl,-soname,libhooks.so -o $@ $(filter %.c %.S,$^)

# To look at answers: show FILE ADDRESS...
$(LIVENESS_TEST)/show: test/liveness/show.c $(LIVENESS_PARTS) $(wildcard src/liveness/*.h)
	@mkdir -p $(@D)
	$(call Q,LINK) $(CC) $(ALL_CFLAGS) -o $@ $(filter %.c,$^)

check-liveness: $(LIVENESS_TEST)/libhooks.so $(LIVENESS_TEST)/show
	@python3 test/liveness/run.py $(LIVENESS_TEST)
	@python3 test/liveness/run.py $(LIVENESS_TEST) 1053 1

liveness: $(LIVENESS_TEST)/libhooks.so
	@python3 test/liveness/run.py $(LIVENESS_TEST) $(SEED) $(COUNT)

ifneq ($(X86_64),)
SUITES += check-liveness
endif
.PHONY: check-liveness liveness
