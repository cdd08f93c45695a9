// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {Places} from "./Places.sol";
import {SandboxConditionalTokens} from "./SandboxConditionalTokens.sol";
import {SandboxPusd} from "./SandboxPusd.sol";

/// @title The sandbox's stand-in for the exchanges: its operator moves what fills owe, within the allowances of both sides.
/// @dev Orders are verified off the chain. The simulated market, one address, needs no allowance and no balance: what it sells is
/// split from pUSD that is minted for it, what it pays is minted.
contract SandboxExchange is ERC1155Holder {
    struct Fill {
        uint256 tokenId;
        address buyer;
        address seller;
        uint256 shares;
        uint256 collateral;
        address feePayer;
        uint256 fee;
    }

    SandboxPusd private constant PUSD = SandboxPusd(Places.PUSD);
    SandboxConditionalTokens private constant TOKENS = SandboxConditionalTokens(Places.CONDITIONAL_TOKENS);
    address private immutable _operator;

    /// @notice The block in which a settlement was made; 0 where it has not been.
    mapping(bytes32 id => uint256 number) public settledIn;

    event Settled(bytes32 indexed id);

    error AlreadySettled(bytes32 id);
    error NotOperator(address caller);
    error UnknownToken(uint256 tokenId);

    constructor(address operator) {
        _operator = operator;
    }

    /// @notice Settles all fills or none, and each settlement once: `id` tells it from others.
    function settle(bytes32 id, address market, Fill[] calldata fills) external {
        require(msg.sender == _operator, NotOperator(msg.sender));
        require(settledIn[id] == 0, AlreadySettled(id));
        settledIn[id] = block.number;
        emit Settled(id);
        for (uint256 index = 0; index < fills.length; ++index) _settle(market, fills[index]);
    }

    function _settle(address market, Fill calldata fill) private {
        if (fill.buyer == market) PUSD.mint(fill.seller, fill.collateral);
        else require(PUSD.transferFrom(fill.buyer, fill.seller, fill.collateral));
        if (fill.seller == market) _sell(market, fill);
        else TOKENS.safeTransferFrom(fill.seller, fill.buyer, fill.tokenId, fill.shares, "");
        if (fill.fee > 0 && fill.feePayer != market) require(PUSD.transferFrom(fill.feePayer, _operator, fill.fee));
    }

    /// @dev The market keeps the other outcome.
    function _sell(address market, Fill calldata fill) private {
        bytes32 conditionId = TOKENS.conditionOf(fill.tokenId);
        require(conditionId != 0, UnknownToken(fill.tokenId));
        (uint256[2] memory tokens, ) = TOKENS.positionsOf(conditionId);
        PUSD.mint(Places.CONDITIONAL_TOKENS, fill.shares);
        TOKENS.splitPosition(Places.UNDERLYING, 0, conditionId, new uint256[](0), fill.shares);
        for (uint256 index = 0; index < 2; ++index) {
            address to = tokens[index] == fill.tokenId ? fill.buyer : market;
            TOKENS.safeTransferFrom(address(this), to, tokens[index], fill.shares, "");
        }
    }
}
